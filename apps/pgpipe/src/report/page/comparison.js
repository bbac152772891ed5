function cellAt(result, row, column) {
  return result.cells.findIndex((each) => each.row === row && each.column === column);
}

function verdictClass(verdict) {
  if (verdict === null) return "";
  return /slower/.test(verdict) ? "bad" : /faster|as fast/.test(verdict) ? "good" : "";
}

// The estimate and its interval on an axis of factors that all lines of the table share.
function intervalMark(cell, reach) {
  const at = (ratio) => 70 + 64 * Math.max(-1, Math.min(1, Math.log(ratio) / reach));
  const text = cell.ratio === null ? "1, what the others are compared with" : formatRatio(cell.ratio) +
    (cell.interval === null ? "" : ", " + formatRatio(cell.interval[0]) + " to " + formatRatio(cell.interval[1]));
  const parts = [element("line", { class: "one", x1: 70, x2: 70, y1: 0, y2: 18 })];
  if (cell.interval !== null) {
    parts.push(element("line", { class: "range", x1: at(cell.interval[0]), x2: at(cell.interval[1]), y1: 9, y2: 9 }));
  }
  parts.push(element("circle", { class: "estimate", cx: at(cell.ratio ?? 1), cy: 9, r: 4 }));
  return element("svg", { class: "interval", viewBox: "0 0 140 18", role: "img", "aria-label": text }, ...parts);
}

function reachOf(cells) {
  const ratios = cells.flatMap((each) => [each.ratio, ...(each.interval ?? [])]).filter((each) => each > 0);
  return Math.max(Math.log(1.02), ...ratios.map((each) => Math.abs(Math.log(each))));
}

function ratioText(cell) {
  if (cell.ratio === null) return "1";
  return formatRatio(cell.ratio) + (cell.interval === null ? "" :
    " (" + formatRatio(cell.interval[0]) + " to " + formatRatio(cell.interval[1]) + ")");
}

function speedTable(result, column, caption) {
  const cells = result.rows.map((_, row) => result.cells[cellAt(result, row, column)]);
  const reach = reachOf(cells);
  const figures = ["tps", "statements_s", "average_ms", "p50_ms", "p99_ms"];
  const lines = cells.map((cell, row) => [
    result.rows[row].label,
    ...figures.map((name) => shown("td", result, "cells." + cellAt(result, row, column) + ".median." + name)),
    ratioText(cell),
    intervalMark(cell, reach),
    element("td", { class: "text " + verdictClass(cell.verdict) }, cell.verdict ?? "what the others are compared with"),
  ]);
  return table(caption, "medians over the rounds; the ratio is of tps, with its 95% interval",
    [result.row_title, "tps", "statements/s", "average ms", "p50 ms", "p99 ms", "ratio (95% interval)", "", "verdict"],
    lines, [8]);
}

// Of which ways transactions failed: tps counts those that succeeded only.
function failureNotes(result, column) {
  return result.rows.flatMap(({ label }, row) => {
    const sum = (name) => result.cells[cellAt(result, row, column)].rounds.reduce((all, each) => all + (each[name] ?? 0), 0);
    const failed = sum("failed");
    return failed === 0 ? [] : [element("p", { class: "bad" }, "Of “" + label + "” " +
      formatNumber(100 * failed / (failed + sum("transactions"))) + "% of the transactions failed, which tps does not count.")];
  });
}

function costTable(result, column, caption) {
  const figures = [["user_us_statement", "user us"], ["system_us_statement", "system us"], ["cycles_statement", "cycles"],
    ["instructions_statement", "instructions"], ["system_calls_transaction", "calls"],
    ["context_switches_transaction", "switches"], ["bytes_sent_transaction", "bytes out"],
    ["bytes_received_transaction", "bytes in"]];
  const lines = result.rows.map((each, row) => [each.label, ...figures.map(([name]) =>
    shown("td", result, "cells." + cellAt(result, row, column) + ".median." + name))]);
  return table(caption, "CPU, cycles and instructions a statement; system calls of the client's loop, context switches " +
    "and bytes a transaction", [result.row_title, ...figures.map(([, text]) => text)], lines);
}

function ratioTable(result) {
  const lines = result.rows.map((each, row) => [each.label, ...result.columns.map((_, column) => {
    const cell = result.cells[cellAt(result, row, column)];
    return element("td", { class: verdictClass(cell.verdict) }, ratioText(cell));
  })]);
  return table("Ratio of tps to the first line's, with its 95% interval", null,
    [result.row_title, ...result.columns.map((each) => each.label)], lines);
}

function roundsFigure(result, column) {
  const cells = result.rows.map((_, row) => result.cells[cellAt(result, row, column)]);
  const xs = cells[0].rounds.map((_, i) => i + 1);
  const lines = cells.map((cell) => padded(cell.rounds.map((each) => each.tps), xs.length));
  const text = cells.map((cell, row) => result.rows[row].label + ": median " + formatNumber(cell.median.tps) + ".").join(" ");
  return plotFigure({
    title: "Throughput by round",
    note: "each way once a round, in turns",
    text: "Transactions a second by round. " + text,
    data: [xs, ...lines],
    make: () => ({
      scales: { x: { time: false, range: [0.5, xs.length + 0.5] }, y: { range: (_, low, high) => [0, high * 1.08] } },
      axes: [axis("round", { incrs: [1, 2, 5, 10, 20, 50, 100] }), valueAxis("transactions/s")],
      series: [{ label: "round", value: (_, x) => (x === null ? "" : String(x)) },
        ...result.rows.map((each, row) => lineSeries(each.label, row, { points: { show: true, size: 6 } }))],
    }),
  });
}

// Of the ways that tell their latencies, all rounds together.
async function comparedSpectrum(result, column) {
  const lines = [];
  for (let row = 0; row < result.rows.length; row += 1) {
    const { rounds } = result.cells[cellAt(result, row, column)];
    const latencies = rounds.filter((each) => each.latency !== null).map((each) => each.latency);
    const counters = mergeCounters(await Promise.all(latencies.map((each) => decodeHistogram(each.hdr))));
    if (counters.length === 0) continue;
    lines.push({ name: result.rows[row].label, counters, colour: row, longestMs: Math.max(...latencies.map((each) => each.max_ms)) });
  }
  return lines.length === 0 ? null : spectrumFigure(lines, "Latency by percentile", false);
}

async function columnPart(result, column) {
  const { label } = result.columns[column];
  const about = label === "" ? "" : ": " + label;
  const figures = element("div", { class: "figures" }, roundsFigure(result, column));
  const spectrum = await comparedSpectrum(result, column);
  if (spectrum !== null) figures.append(spectrum);
  return [speedTable(result, column, "Speed" + about), ...failureNotes(result, column),
    costTable(result, column, "What it costs the client" + about), figures];
}

function comparisonDetails(result) {
  const words = (each) => [...Object.entries(each.environment).map(([name, value]) => name + "=" + value), ...each.arguments,
    each.driver === "pgpipe" ? "" : "(by " + each.driver + ")"].filter((word) => word !== "").join(" ");
  const named = (each) => [each.label, words(each) || "as it stands"];
  const { settings } = result;
  return element("details", {}, element("summary", {}, "Run details"),
    element("div", { class: "details" }, hostList(result), list([
      ["preset", settings.preset ?? "–"],
      ["options of all runs", settings.arguments.join(" ") || "–"],
      ["precision asked for", formatNumber(settings.precision * 100) + "%"],
      ["time allowed", formatNumber(settings.max_time_s) + " s"],
      ["rounds", String(Math.max(...result.cells.map((each) => each.rounds.length)))],
    ])),
    list([...result.rows, ...result.columns.filter((each) => each.label !== "")].map(named)),
    ...result.scripts.map((each) => scriptDetails(each, "")));
}

// As the last line that pgpipe compare prints.
function bestText(result) {
  const best = result.cells.filter((each) => each.ratio !== null).sort((a, b) => b.ratio - a.ratio)[0];
  if (!best) return null;
  const column = result.columns[best.column].label;
  return element("p", { class: "verdict" }, "Compared with “" + result.rows[0].label + "”" + (column ? " (" + column + ")" : "") +
    ", “" + result.rows[best.row].label + "” is: ", element("strong", { class: verdictClass(best.verdict) }, best.verdict), ".");
}

async function comparisonSection(entry, index) {
  const { result } = entry;
  const made = section(2, "Comparison: " + entry.name, bestText(result));
  made.setAttribute("data-comparison", index);
  if (result.column_title === null) {
    made.append(...await columnPart(result, 0));
  } else {
    made.append(ratioTable(result));
    for (let column = 0; column < result.columns.length; column += 1) {
      made.append(element("details", column === 0 ? { open: "" } : {},
        element("summary", {}, result.column_title + ": " + result.columns[column].label),
        ...await columnPart(result, column)));
    }
  }
  made.append(comparisonDetails(result));
  return made;
}
