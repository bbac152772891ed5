// A last interval that is shorter than this share of a second says little about throughput: it is drawn with the one
// before it.
const shortest = 0.5;

async function readRun(entry) {
  const { result } = entry;
  const intervals = [];
  let begin = 0;
  let before = [];
  let counters = [];
  for (const { hdr, ...figures } of result.series) {
    before = counters;
    counters = await decodeHistogram(hdr);
    intervals.push({ ...figures, length: figures.end_s - begin, bins: binsOf(counters) });
    begin = figures.end_s;
  }
  const isShort = intervals.length > 1 && intervals[intervals.length - 1].length < shortest;
  if (isShort) joinLast(intervals, mergeCounters([before, counters]));
  const total = await decodeHistogram(result.totals.latency.hdr);
  const service = result.totals.service === null ? null : await decodeHistogram(result.totals.service.hdr);
  return { name: entry.name, result, intervals, total, service };
}

// The last interval and the one before it, whose counters are given together, become one.
function joinLast(intervals, counters) {
  const last = intervals.pop();
  const before = intervals[intervals.length - 1];
  const longest = Math.max(before.max_ms ?? 0, last.max_ms ?? 0);
  const percentile = (x) => (counters.length === 0 ? null : spectrumOf(counters, [x], longest)[0]);
  intervals[intervals.length - 1] = {
    ...before,
    length: before.length + last.length,
    processed: before.processed + last.processed,
    bins: binsOf(counters),
    p50_ms: percentile(Math.min(2, countOf(counters))),
    p99_ms: percentile(Math.min(100, countOf(counters))),
    max_ms: counters.length === 0 ? null : longest,
  };
}

function summaryTable(runs) {
  const paths = ["settings.clients", "settings.query_mode", "totals.tps", "totals.latency.average_ms",
    "totals.latency.stddev_ms", "totals.latency.p50_ms", "totals.latency.p95_ms", "totals.latency.p99_ms",
    "totals.latency.p999_ms", "totals.latency.max_ms", "totals.transactions.processed", "totals.transactions.failed"];
  const heads = ["run", "clients", "mode", "tps", "average ms", "stddev ms", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms",
    "longest ms", "transactions", "failed"];
  const lines = runs.map((run) => [run.name, ...paths.map((path) =>
    (path === "settings.query_mode" ? run.result.settings.query_mode : shown("td", run.result, path)))]);
  const scheduled = runs.some((each) => each.service !== null);
  const box = table("The runs in figures", scheduled
    ? "with a rate, latencies count from the planned start of each transaction" : null, heads, lines);
  box.querySelectorAll("tbody tr").forEach((row, i) => row.setAttribute("data-run", i));
  return box;
}

function key(runs) {
  if (runs.length === 1) return null;
  return element("ul", { class: "key" }, ...runs.map((run, i) =>
    element("li", {}, element("span", { class: "swatch " + seriesClass(i) }), run.name)));
}

function spectrumLines(runs) {
  return runs.flatMap((run, i) => {
    if (run.total.length === 0) return [];
    const longestMs = run.result.totals.latency.max_ms;
    const lines = [{ name: run.name, counters: run.total, longestMs, colour: i }];
    if (run.service !== null && run.service.length > 0) {
      lines.push({ name: run.name + ", from the actual start", counters: run.service,
        longestMs: run.result.totals.service.max_ms, colour: i, dash: [8, 5] });
    }
    return lines;
  });
}

function runsSections(runs) {
  const lines = spectrumLines(runs);
  const heats = heatFigures(runs);
  return [
    section(2, runs.length === 1 ? "The run: " + runs[0].name : "The runs", summaryTable(runs), key(runs)),
    section(2, "Over time", element("div", { class: "figures" }, throughputFigure(runs), latencyFigure(runs))),
    lines.length === 0 ? null : section(2, "Percentile spectrum", spectrumFigure(lines, "Latency by percentile", true)),
    heats.length === 0 ? null : section(2, "Latency heat map", element("div", { class: "figures" }, ...heats)),
    section(2, "Run details", ...runs.map((run, i) => {
      const details = runDetails(run);
      details.setAttribute("data-run", i);
      return details;
    })),
  ];
}
