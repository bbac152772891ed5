// Usage: node check_empty.mjs REPORT.html
// A run in which nothing succeeded still has a page.
import { expectations, open, withBrowser } from "./browser.mjs";

const { expect, finish } = expectations();
await withBrowser(async (browser) => {
  const { page, messages } = await open(browser, process.argv[2]);
  const alerts = await page.locator("[role=alert]").allTextContents();
  expect(alerts.length === 0, alerts.join("; "));
  expect(await page.textContent('[data-path="totals.transactions.processed"]') === "0", "transactions are not 0");
  expect(await page.locator("text=22012").count() === 1, "the SQLSTATE is missing");
  expect(messages.length === 0, messages.join("; "));
});
finish();
