// How many shades a decade of latencies has.
const binsADecade = 20;

// Counts by latency. Bins are logarithms: bin b is from 10^(b / 20) ns on.
function binsOf(counters) {
  const bins = new Map();
  for (const { lowest, highest, count } of counters) {
    const bin = Math.floor(Math.log10(Math.max(1, (lowest + highest) / 2)) * binsADecade);
    bins.set(bin, (bins.get(bin) ?? 0) + count);
  }
  return bins;
}

function heatOf(run) {
  const columns = run.intervals.map((each) => each.bins);
  const all = columns.flatMap((each) => [...each.entries()]);
  return {
    columns,
    low: least(all.map(([bin]) => bin)),
    high: greatest(all.map(([bin]) => bin)),
    most: greatest(all.map(([, count]) => count)),
  };
}

function mixColours(stops, share) {
  const at = Math.min(share * (stops.length - 1), stops.length - 1 - 1e-9);
  const [from, to] = [stops[Math.floor(at)], stops[Math.floor(at) + 1]];
  const part = at - Math.floor(at);
  return "rgb(" + from.map((each, i) => Math.round(each + (to[i] - each) * part)).join(" ") + ")";
}

function parseColour(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

function drawHeat(plot, heat, most) {
  const stops = ["heat-0", "heat-1", "heat-2", "heat-3"].map((each) => parseColour(colour(each)));
  const { ctx } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.bbox.left, plot.bbox.top, plot.bbox.width, plot.bbox.height);
  ctx.clip();
  heat.columns.forEach((bins, second) => {
    const left = Math.round(plot.valToPos(second, "x", true));
    const width = Math.max(1, Math.round(plot.valToPos(second + 1, "x", true)) - left);
    for (const [bin, count] of bins) {
      const top = Math.round(plot.valToPos(10 ** ((bin + 1) / binsADecade) / 1e6, "y", true));
      const height = Math.round(plot.valToPos(10 ** (bin / binsADecade) / 1e6, "y", true)) - top;
      ctx.fillStyle = mixColours(stops, most > 1 ? Math.log(count) / Math.log(most) : 1);
      ctx.fillRect(left, top, width, Math.max(1, height));
    }
  });
  ctx.restore();
}

// One figure a run, all with the same axes and the same shades, so that they can be compared.
function heatFigures(runs) {
  const heats = runs.map(heatOf);
  const known = heats.filter((each) => each.most > 0);
  if (known.length === 0) return [];
  const most = Math.max(...known.map((each) => each.most));
  const low = Math.min(...known.map((each) => each.low)) - 1;
  const high = Math.max(...known.map((each) => each.high)) + 2;
  const seconds = Math.max(...heats.map((each) => each.columns.length));
  const limits = [oneDigit(10 ** (low / binsADecade) / 1e6, Math.floor), oneDigit(10 ** (high / binsADecade) / 1e6, Math.ceil)];
  return runs.map((run, i) => {
    const figure = plotFigure({
      title: runs.length === 1 ? "Where the latencies lie" : run.name,
      note: "by second and latency; the darker or brighter, the more transactions",
      text: heatText(run),
      data: [[0, seconds], limits],
      isWide: runs.length === 1,
      below: element("div", { class: "scale", "aria-hidden": "true" }, "1", element("i"),
        plural(most, "transaction", "transactions")),
      make: () => ({
        cursor: { show: true, points: { show: false } },
        legend: { show: true },
        scales: { x: { time: false, range: [0, seconds] }, y: { distr: 3, log: 10, range: () => limits } },
        axes: [secondsAxis(), valueAxis("ms")],
        series: [
          { label: "second", value: (plot) => cursorValue(plot, "x", (x) => "to " + Math.ceil(x)) },
          { label: "latency and transactions", paths: () => null, points: { show: false },
            value: (plot) => cursorValue(plot, "y", (ms) => cellText(plot, heats[i], ms)) },
        ],
        hooks: { draw: [(plot) => drawHeat(plot, heats[i], most)] },
      }),
    });
    figure.querySelector(".plot").heat = heats[i];
    return figure;
  });
}

function cursorValue(plot, scale, format) {
  const at = scale === "x" ? plot.cursor.left : plot.cursor.top;
  return at === undefined || at < 0 ? "" : format(plot.posToVal(at, scale));
}

function cellText(plot, heat, ms) {
  const second = Math.floor(plot.posToVal(plot.cursor.left, "x"));
  const bin = Math.floor(Math.log10(ms * 1e6) * binsADecade);
  const count = heat.columns[second]?.get(bin) ?? 0;
  return formatLatency(10 ** (bin / binsADecade) / 1e6) + ": " + formatNumber(count);
}

function heatText(run) {
  let slowest = 0;
  run.intervals.forEach((each, i) => {
    if (each.max_ms > run.intervals[slowest].max_ms) slowest = i;
  });
  return "Heat map of " + run.name + ", latencies by second: from " + formatLatency(run.result.totals.latency.min_ms) +
    " to " + formatLatency(run.result.totals.latency.max_ms) + ", the longest in second " + (slowest + 1) + ".";
}
