const pointsADecade = 32;

// Lines of { name, counters, longestMs, dash }: what all but the slowest 1/x took at most.
function spectrumFigure(lines, title, isWide) {
  const total = Math.max(1, ...lines.map((each) => countOf(each.counters)));
  const count = Math.max(1, Math.ceil(Math.log10(total) * pointsADecade));
  const xs = Array.from({ length: count + 1 }, (_, i) => total ** (i / count));
  const values = lines.map((each) => spectrumOf(each.counters, xs, each.longestMs));
  const text = lines.map((each, i) => each.name + ": half within " + formatLatency(values[i][at(xs, 2)] ?? 0) +
    ", 99% within " + formatLatency(values[i][at(xs, 100)] ?? each.longestMs) + ", all within " +
    formatLatency(each.longestMs) + ".").join(" ");
  return plotFigure({
    title,
    note: "what the given share of transactions did not exceed; each nine is as wide as another",
    text: title + ". " + text,
    data: [xs, ...values],
    isWide,
    make: () => ({
      padding: [null, 28, null, null],
      scales: { x: { time: false, distr: 3, log: 10, range: () => [1, Math.max(total, 10)] }, y: logScale(values) },
      axes: [
        axis("share of transactions", {
          values: shareLabels,
          filter: onlyDecades,
          grid: { stroke: colour("grid"), width: 1, filter: onlyDecades },
        }),
        valueAxis("ms"),
      ],
      series: [{ label: "share", value: (_, x) => (x === null ? "" : formatShare(x)) },
        ...lines.map((each, i) => lineSeries(each.name, each.colour ?? i, { dash: each.dash, points: { show: false } }))],
    }),
  });
}

// Every other one where they are too near to each other.
function shareLabels(plot, splits) {
  const decades = splits.filter((each) => each !== null).length;
  const step = plot.width / Math.max(1, decades) < 76 ? 2 : 1;
  return splits.map((each) => (each === null || Math.log10(each) % step !== 0 ? "" : formatShare(each)));
}

function onlyDecades(_, splits) {
  return splits.map((each) => (Number.isInteger(Math.log10(each)) ? each : null));
}

function at(xs, wanted) {
  const found = xs.findIndex((each) => each >= wanted);
  return found < 0 ? xs.length - 1 : found;
}

// 1: 0%, 10: 90%, 1000: 99.9%.
function formatShare(x) {
  const digits = Math.max(0, Math.ceil(Math.log10(x) - 2.000001));
  return (100 * (1 - 1 / x)).toFixed(Number.isInteger(Math.log10(x)) ? digits : digits + 1) + "%";
}
