// Usage: node check_markup.mjs REPORT.html PAYLOAD
// A page of results whose texts are all PAYLOAD, which wants to be markup: it is shown as a text, and nothing ran.
import { expectations, open, withBrowser } from "./browser.mjs";

const { expect, finish } = expectations();
const [file, payload] = process.argv.slice(2);

await withBrowser(async (browser) => {
  const { page, messages } = await open(browser, file);
  const found = await page.evaluate(() => ({
    scripts: document.scripts.length,
    strangers: document.querySelectorAll("img, iframe, object, embed, form, a, base, marquee, style ~ script").length,
    handlers: [...document.querySelectorAll("*")].filter((each) =>
      [...each.attributes].some((attribute) => attribute.name.startsWith("on"))).length,
    ran: "pwned" in window,
    texts: [...document.querySelectorAll("main pre")].map((each) => each.textContent),
    alerts: document.querySelectorAll("[role=alert]").length,
    policy: document.querySelector("meta[http-equiv]").content,
  }));
  expect(found.scripts === 3, `there are ${found.scripts} scripts`);
  expect(found.strangers === 0 && found.handlers === 0, "a text became an element");
  expect(!found.ran, "a text was run");
  expect(found.alerts === 0, "the page could not be shown");
  expect(found.texts.length > 0 && found.texts.every((each) => each === payload), `it says ${found.texts}`);
  expect(!/unsafe|https?:/.test(found.policy), found.policy);
  expect(messages.length === 0, messages.join("; "));
});
finish();
