// Usage: node screenshot.mjs REPORT.html PICTURE.png [light|dark] [WIDTH] [HEIGHT]
// What a reader sees first, or the whole page with a height of 0.
import { open, withBrowser } from "./browser.mjs";

const [file, picture, scheme = "light", width = "1180", height = "1000"] = process.argv.slice(2);
await withBrowser(async (browser) => {
  const { page, messages } = await open(browser, file, { scheme, width: Number(width), height: Number(height) || 900 });
  await page.screenshot({ path: picture, fullPage: height === "0" });
  if (messages.length > 0) console.error(messages.join("\n"));
});
