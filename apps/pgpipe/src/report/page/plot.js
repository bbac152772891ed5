// A colour of the style sheet, which knows light and dark.
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

const seriesColours = 7;

function seriesClass(i) {
  return "series-" + (i % seriesColours + 1);
}

// Every plot of the page, to draw all of them again when light turns dark.
const plots = [];

// A figure with a plot. `text` says what can be seen; `make` returns uPlot's options without the size.
function plotFigure({ title, note, text, data, make, below, isWide }) {
  const box = element("div", { class: "plot", role: "img", "aria-label": text });
  const caption = element("figcaption", {}, title, note ? element("small", {}, note) : null);
  const figure = element("figure", { class: isWide ? "wide" : null }, caption, box, below);
  const draw = () => {
    if (box.plot) box.plot.destroy();
    box.plot = null;
    const width = box.clientWidth;
    if (width > 0) box.plot = new uPlot({ ...make(), width, height: plotHeight(width) }, data, box);
  };
  new ResizeObserver(() => {
    const width = box.clientWidth;
    if (width === 0) return;
    if (!box.plot) draw();
    else if (box.plot.width !== width) box.plot.setSize({ width, height: plotHeight(width) });
  }).observe(box);
  plots.push(draw);
  return figure;
}

function plotHeight(width) {
  return Math.round(Math.min(300, Math.max(200, width * 0.5)));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plots.forEach((draw) => draw()));

function axis(label, more = {}) {
  return {
    label,
    labelSize: 20,
    labelFont: "12px system-ui, sans-serif",
    font: "12px system-ui, sans-serif",
    stroke: colour("muted"),
    grid: { stroke: colour("grid"), width: 1 },
    ticks: { stroke: colour("line"), width: 1 },
    ...more,
  };
}

function secondsAxis() {
  return axis("seconds since the start", { incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600] });
}

function valueAxis(label, more = {}) {
  return axis(label, {
    size: 58,
    values: (_, splits) => splits.map((each) => (each === null ? "" : formatTick(each))),
    ...more,
  });
}

function formatTick(value) {
  if (Math.abs(value) >= 10000) return Number((value / 1000).toPrecision(4)) + "k";
  return String(Number(value.toPrecision(6)));
}

function lineSeries(label, i, more = {}) {
  return {
    label,
    stroke: colour(seriesClass(i)),
    width: 2,
    value: (_, value) => (value === null || value === undefined ? "" : formatNumber(value)),
    ...more,
    points: { fill: colour("card"), ...more.points },
  };
}

// 0.0734: 0.07 or 0.08. An axis that begins so has round numbers on it.
function oneDigit(value, round) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Number((round(value / unit) * unit).toPrecision(6));
}

// Latencies by which factor they differ, rather than by how much: a decade is as high as another.
function logScale(values) {
  const known = values.flat().filter((each) => each !== null && each > 0);
  const low = known.length > 0 ? least(known) : 1;
  const high = known.length > 0 ? greatest(known) : 10;
  const range = [oneDigit(low / 1.1, Math.floor), oneDigit(Math.max(high * 1.1, low * 3), Math.ceil)];
  return { distr: 3, log: 10, range: () => range };
}
