// Headless Chromium, as the machine has it, without a network.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Packages are in the build folder, where npm installed them; programs are in the source folder.
export const packages = createRequire(path.join(process.env.PGPIPE_NODE_MODULES, "package.json"));

export async function withBrowser(use) {
  const { chromium } = packages("playwright-core");
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];  // Chromium refuses root its sandbox
  const browser = await chromium.launch({ executablePath: process.env.PGPIPE_CHROMIUM, args });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

// The opened file, and in `messages` what the page's console says and what it asks the network for: nothing, always.
export async function open(browser, file, { width = 1280, height = 900, scheme = "light", scale = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: scale });
  await context.setOffline(true);
  const page = await context.newPage();
  const messages = [];
  page.on("console", (message) => messages.push(message.type() + ": " + message.text()));
  page.on("pageerror", (error) => messages.push("error: " + error.message));
  page.on("dialog", (dialog) => {
    messages.push("dialog: " + dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) messages.push("request: " + request.url());
  });
  await page.goto(pathToFileURL(path.resolve(file)).href);
  await page.waitForSelector("html[data-ready], [role=alert]", { state: "attached", timeout: 60000 });
  // Sizes are observed a frame later.
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  return { page, messages };
}

// Whether `condition` holds in the page before long; a slow machine may take its time.
export async function becomes(page, condition, argument) {
  return page.waitForFunction(condition, argument, { timeout: 30000 }).then(() => true, () => false);
}

// Expectations that are collected, so that one run tells of all that is wrong.
export function expectations() {
  const wrong = [];
  const expect = (good, text) => {
    if (!good) wrong.push(text);
  };
  const finish = () => {
    for (const each of wrong) console.log(each);
    process.exitCode = wrong.length > 0 ? 1 : 0;
  };
  return { expect, finish };
}
