// That plots are drawn, and of what: beside histograms as a decoder of somebody else's reads them.
import { packages } from "./browser.mjs";

const { decodeFromCompressedBase64 } = packages("hdr-histogram-js");

// Of each plot that is in sight: how many pixels are of the first series' colour, or of any at all; and its data.
function look() {
  const shades = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim().match(/\w\w/g)
    .map((each) => parseInt(each, 16));
  const wanted = shades("--series-1");
  return [...document.querySelectorAll(".plot")].filter((each) => each.checkVisibility()).map((box) => {
    const canvas = box.querySelector("canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    let drawn = 0;
    let own = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at + 3] === 0) continue;
      drawn += 1;
      if (wanted.every((each, i) => Math.abs(pixels[at + i] - each) < 3)) own += 1;
    }
    const heat = box.heat && { columns: box.heat.columns.map((each) => [...each.entries()]), most: box.heat.most };
    return { title: box.getAttribute("aria-label"), drawn, own, heat, size: canvas.width * canvas.height,
      width: box.plot.width, room: box.clientWidth, data: box.plot.data.map((each) => [...each]) };
  });
}

// The last part of a second may have been drawn with the one before it.
function throughputOf(result) {
  const seconds = result.series.map((each, i) => ({ ...each, length: each.end_s - (i === 0 ? 0 : result.series[i - 1].end_s) }));
  const last = seconds[seconds.length - 1];
  if (seconds.length > 1 && last.length < 0.5) {
    seconds.pop();
    const before = seconds[seconds.length - 1];
    before.processed += last.processed;
    before.length += last.length;
  }
  return seconds.map((each) => each.processed / each.length);
}

function checkRuns(plots, runs, expect) {
  const throughput = plots.find((each) => each.title.startsWith("Throughput over time"));
  runs.forEach((run, i) => {
    throughputOf(run).forEach((wanted, second) => {
      const drawn = throughput.data[1 + i][second];
      expect(Math.abs(drawn - wanted) < 1e-6 * Math.max(1, wanted), `second ${second} of run ${i} is drawn as ${drawn}`);
    });
  });
  const heats = plots.filter((each) => each.heat);
  expect(heats.length === runs.length, `${heats.length} heat maps of ${runs.length} runs`);
  heats.forEach(({ heat }, i) => {
    const all = heat.columns.flat().reduce((sum, [, count]) => sum + count, 0);
    expect(all === runs[i].totals.transactions.processed, `a heat map has ${all} transactions`);
  });
}

// Each point of the spectrum is what the other decoder calls that percentile, as exact as histograms are.
function checkSpectrum(plots, runs, expect) {
  const spectrum = plots.find((each) => each.title.startsWith("Latency by percentile") && each.size > 0 && each.data.length > runs.length);
  let line = 1;
  for (const run of runs) {
    const histogram = decodeFromCompressedBase64(run.totals.latency.hdr);
    expect(histogram.totalCount === run.totals.transactions.processed, `${histogram.totalCount} latencies are encoded`);
    spectrum.data[0].forEach((x, at) => {
      const drawn = spectrum.data[line][at];
      if (drawn === null || x > histogram.totalCount) return;
      const wanted = Math.min(histogram.getValueAtPercentile(100 * (1 - 1 / x)) / 1e6, run.totals.latency.max_ms);
      expect(Math.abs(drawn - wanted) <= 0.0011 * wanted + 1e-6, `at 1 in ${x}: drawn ${drawn} ms, decoded ${wanted} ms`);
    });
    line += run.totals.service === null ? 1 : 2;
  }
}

export async function checkPlots(page, results, expect) {
  const plots = await page.evaluate(look);
  for (const each of plots) {
    expect(each.drawn > each.size / 500, `${each.title}: ${each.drawn} pixels of ${each.size} are drawn`);
    const points = each.data[1].filter((value) => value !== null);
    expect(each.heat || new Set(each.data[0]).size < 2 || points.length < 2 || each.own > 20, `${each.title}: no line is drawn`);
    expect(each.width <= each.room, `${each.title}: ${each.width} px wide in ${each.room}`);
  }
  const runs = results.filter((each) => each.format === "pgpipe-bench");
  expect(plots.length >= runs.length + (runs.length > 0 ? 3 : 0), `only ${plots.length} plots are in sight`);
  if (runs.length === 0) return;
  checkRuns(plots, runs, expect);
  const own = plots.slice(plots.findIndex((each) => each.title.startsWith("Throughput over time")));
  checkSpectrum(own, runs, expect);
}
