// Usage: node check_long.mjs REPORT.html SECONDS
// A run of so many seconds has all of them in its plots.
import { expectations, open, withBrowser } from "./browser.mjs";

const { expect, finish } = expectations();
const [file, seconds] = process.argv.slice(2);
await withBrowser(async (browser) => {
  const { page, messages } = await open(browser, file);
  const found = await page.evaluate(() => ({
    alerts: [...document.querySelectorAll("[role=alert]")].map((each) => each.textContent),
    drawn: document.querySelector(".plot")?.plot?.data[0].length,
    columns: [...document.querySelectorAll(".plot")].find((each) => each.heat)?.heat.columns.length,
  }));
  expect(found.alerts.length === 0, found.alerts.join("; "));
  for (const name of ["drawn", "columns"]) {
    expect(found[name] === Number(seconds), `${name}: ${found[name]} of ${seconds} seconds`);
  }
  expect(messages.length === 0, messages.join("; "));
});
finish();
