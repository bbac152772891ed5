// Usage: node check_stall.mjs REPORT.html
// Of a run from planned starts whose link stood still for a second: the page shows it in the p99, and the heat map has
// coloured cells near a second where there is nothing in the seconds without it.
import { expectations, open, withBrowser } from "./browser.mjs";

const { expect, finish } = expectations();

// The heat map's cells from 0.7 s on: by second, with the colour in the middle of each.
function slowCells() {
  const box = [...document.querySelectorAll(".plot")].find((each) => each.heat);
  const { heat, plot } = box;
  const { canvas } = plot.ctx;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const cells = [];
  heat.columns.forEach((bins, second) => {
    for (const [bin, count] of bins) {
      const ms = 10 ** ((bin + 0.5) / 20) / 1e6;
      if (ms < 700) continue;
      const [x, y] = [plot.valToPos(second + 0.5, "x", true), plot.valToPos(ms, "y", true)];
      cells.push({ second, ms, count, colour: [...copy.getImageData(Math.round(x), Math.round(y), 1, 1).data] });
    }
  });
  return { cells, seconds: heat.columns.length, text: box.getAttribute("aria-label") };
}

await withBrowser(async (browser) => {
  const { page, messages } = await open(browser, process.argv[2]);
  const p99 = Number(await page.textContent('[data-path="totals.latency.p99_ms"]'));
  expect(p99 >= 800, `the page says that p99 is ${p99} ms`);
  const { cells, seconds, text } = await page.evaluate(slowCells);
  const found = new Set(cells.map((each) => each.second));
  const many = cells.reduce((sum, each) => sum + each.count, 0);
  expect(many >= 20, `${many} transactions of the heat map took most of the stall`);
  expect(found.size >= 1 && found.size < seconds, `slow ones are in ${found.size} of ${seconds} seconds`);
  expect(cells.every((each) => each.colour[3] === 255), `cells without a colour: ${JSON.stringify(cells)}`);
  expect(/the longest in second \d/.test(text), text);
  expect(messages.length === 0, messages.join("; "));
});
finish();
