// Where an interval stands on the axis of time: in the middle of the second that it is.
function timesOf(runs) {
  const most = Math.max(...runs.map((each) => each.intervals.length));
  return Array.from({ length: most }, (_, i) => i + 0.5);
}

function padded(values, length) {
  return Array.from({ length }, (_, i) => (i < values.length ? values[i] : null));
}

function timeOptions(series, yLabel, y = {}) {
  return {
    cursor: { sync: { key: "time" }, drag: { x: true, y: false } },
    scales: { x: { time: false }, y },
    axes: [secondsAxis(), valueAxis(yLabel)],
    series: [{ label: "second", value: (_, x) => (x === null ? "" : "to " + Math.ceil(x)) }, ...series],
  };
}

function throughputFigure(runs) {
  const xs = timesOf(runs);
  const lines = runs.map((run) => padded(run.intervals.map((each) => each.processed / each.length), xs.length));
  const text = runs.map((run, i) => {
    const known = lines[i].filter((each) => each !== null);
    return known.length === 0 ? run.name + ": nothing." : run.name + ": " + formatNumber(least(known)) + " to " +
      formatNumber(greatest(known)) + " transactions a second.";
  }).join(" ");
  return plotFigure({
    title: "Throughput",
    note: "transactions that succeeded, by second",
    text: "Throughput over time. " + text,
    data: [xs, ...lines],
    make: () => timeOptions(runs.map((run, i) => lineSeries(run.name, i)), "transactions/s",
      { range: (_, low, high) => [0, Math.max(high, 1) * 1.08] }),
  });
}

function latencyFigure(runs) {
  const xs = timesOf(runs);
  const of = (run, figure) => padded(run.intervals.map((each) => each[figure]), xs.length);
  const lines = runs.flatMap((run) => [of(run, "p50_ms"), of(run, "p99_ms"), of(run, "max_ms")]);
  const text = runs.map((run) => run.name + ": p99 up to " +
    formatLatency(Math.max(0, greatest(run.intervals.map((each) => each.p99_ms)))) + ", the longest " +
    formatLatency(run.result.totals.latency.max_ms) + ".").join(" ");
  return plotFigure({
    title: "Latency",
    note: "p99 drawn through, p50 dashed, the longest dotted; by second, each decade as high as another",
    text: "Latency over time. " + text,
    data: [xs, ...lines],
    make: () => timeOptions(runs.flatMap((run, i) => [
      lineSeries(run.name + " p50", i, { dash: [8, 5] }),
      lineSeries("p99", i),
      lineSeries("longest", i, { dash: [2, 4], width: 1.5 }),
    ]), "ms", logScale(lines)),
  });
}

// The same as a table, for those who cannot see the plots. It is made when it is unfolded: an hour has many cells.
function secondsDetails(run) {
  const made = element("details", {}, element("summary", {}, "Second by second: " + run.name));
  made.addEventListener("toggle", () => made.append(secondsTable(run)), { once: true });
  return made;
}

function secondsTable(run) {
  const lines = run.result.series.map((each, i) => [
    formatNumber(each.end_s),
    ...["processed", "failed", "skipped", "average_ms", "p50_ms", "p99_ms", "max_ms"].map((name) =>
      (each[name] === null ? element("td", {}, "–") : shown("td", run.result, "series." + i + "." + name))),
  ]);
  const heads = ["until s", "transactions", "failed", "skipped", "average ms", "p50 ms", "p99 ms", "longest ms"];
  return table(run.name, "what ended in each second", heads, lines);
}
