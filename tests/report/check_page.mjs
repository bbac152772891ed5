// Usage: node check_page.mjs REPORT.html RESULT.json...
// Says what is wrong with a page, in light, in dark and on a phone, beside the results that it is of.
import fs from "node:fs";
import { becomes, expectations, open, withBrowser } from "./browser.mjs";
import { checkNumbers } from "./check_numbers.mjs";
import { checkPlots } from "./check_plots.mjs";

const [file, ...names] = process.argv.slice(2);
const results = names.map((each) => JSON.parse(fs.readFileSync(each, "utf8")));
const { expect, finish } = expectations();

function luminance(text) {
  const [red, green, blue] = text.match(/[\d.]+/g).map((each) => {
    const share = Number(each) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// As WCAG 2 asks of text.
function checkContrast({ texts, background }, name) {
  for (const each of texts) {
    const [low, high] = [luminance(each), luminance(background)].sort((a, b) => a - b);
    expect((high + 0.05) / (low + 0.05) >= 4.5, `${name}: ${each} on ${background} is hard to read`);
  }
}

async function checkLook(page, scheme, width) {
  const name = `${scheme}, ${width} px`;
  const look = await page.evaluate(() => ({
    scrolls: document.documentElement.scrollWidth,
    background: getComputedStyle(document.body).backgroundColor,
    texts: ["body", "#subject", "caption", "thead th", "summary"].map((each) =>
      getComputedStyle(document.querySelector(each)).color),
    alerts: [...document.querySelectorAll("[role=alert]")].map((each) => each.textContent),
  }));
  expect(look.alerts.length === 0, `${name}: ${look.alerts}`);
  expect(look.scrolls <= width, `${name}: the page is ${look.scrolls} px wide`);
  expect(scheme === "dark" ? luminance(look.background) < 0.1 : luminance(look.background) > 0.8,
    `${name}: the background is ${look.background}`);
  checkContrast(look, name);
}

async function checkAccess(page) {
  const found = await page.evaluate(() => ({
    language: document.documentElement.lang,
    title: document.title,
    levels: [...document.querySelectorAll("h1, h2, h3")].map((each) => Number(each.tagName[1])),
    captions: [...document.querySelectorAll("table:not(.u-legend)")].map((each) => each.caption?.textContent ?? ""),
    heads: [...document.querySelectorAll("table:not(.u-legend) th")].map((each) => each.scope),
    pictures: [...document.querySelectorAll(".plot, svg")].map((each) =>
      (each.getAttribute("role") === "img" ? each.getAttribute("aria-label") ?? "" : "")),
    sections: [...document.querySelectorAll("section")].map((each) =>
      document.getElementById(each.getAttribute("aria-labelledby"))?.textContent ?? ""),
  }));
  expect(found.language === "en" && found.title.includes("pgpipe report"), "language or title is missing");
  expect(found.levels.filter((each) => each === 1).length === 1, "there is not one h1");
  found.levels.reduce((before, level) => {
    expect(level <= before + 1, "a level of headings is left out");
    return level;
  }, 0);
  for (const [what, texts] of Object.entries({ captions: found.captions, pictures: found.pictures, sections: found.sections })) {
    expect(texts.length > 0 && texts.every((each) => each.length > 2), `${what} without a text: ${JSON.stringify(texts)}`);
  }
  expect(found.heads.every((each) => each === "col" || each === "row"), "a head of a table says not of what");
}

// What was folded in is drawn when it is unfolded.
async function checkUnfolding(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((each) => each.setAttribute("open", "")));
  const drawn = await becomes(page, () => [...document.querySelectorAll(".plot")].every((each) => each.plot));
  expect(drawn, "there are plots that are not drawn when they are unfolded");
}

// Light turns dark while the page is open.
async function checkTurning(page) {
  const before = await page.evaluate(() => document.querySelector(".plot canvas").toDataURL());
  await page.emulateMedia({ colorScheme: "dark" });
  const turned = await becomes(page, (was) => document.querySelector(".plot canvas").toDataURL() !== was, before);
  expect(turned, "plots are not drawn again when light turns dark");
}

await withBrowser(async (browser) => {
  for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
    const { page, messages } = await open(browser, file, { scheme, width });
    await checkLook(page, scheme, width);
    await checkPlots(page, results, expect);
    await checkUnfolding(page);
    await checkLook(page, scheme, width);
    if (width === 1280 && scheme === "light") {
      await checkAccess(page);
      await checkNumbers(page, results, expect);
      await checkTurning(page);
    }
    expect(messages.length === 0, `${scheme}, ${width} px: ${messages.join("; ")}`);
    await page.context().close();
  }
});
finish();
