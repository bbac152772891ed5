function yesNo(value) {
  return value ? "yes" : "no";
}

function settingText(name, value) {
  if (value === null) return "–";
  if (typeof value === "boolean") return yesNo(value);
  if (typeof value === "object") {
    const parts = Array.isArray(value) ? value : Object.entries(value).map(([key, each]) => key + " = " + settingText(key, each));
    return parts.length === 0 ? "–" : parts.map((each) => (typeof each === "object" ? settingText(name, each) : each)).join(", ");
  }
  return String(value);
}

function settingsList(settings) {
  return list(Object.entries(settings).map(([name, value]) => [name.replaceAll("_", " "), settingText(name, value)]));
}

function hostList(result, more = []) {
  const { host } = result;
  return list([
    ...more,
    ["server", result.server.version === null ? "not available" : "PostgreSQL " + result.server.version],
    ["tool", result.tool.name + " " + result.tool.version],
    ["system", host.system + " " + host.release + ", " + host.machine],
    ["processor", host.processor + ", " + plural(host.processors, "processor", "processors")],
    ["memory", formatBytes(host.memory_bytes)],
  ]);
}

function scriptDetails(script, about) {
  return element("details", {}, element("summary", {}, "Script " + script.label + about),
    element("pre", { tabindex: 0 }, script.text), element("p", { class: "note" }, "SHA-256 " + script.sha256));
}

function failuresTable(result) {
  const found = Object.keys(result.totals.errors_by_sqlstate ?? {});
  if (found.length === 0) return element("p", { class: "note" }, "No transaction failed by an error of the server.");
  const lines = found.sort().map((each) => [each, shown("td", result, "totals.errors_by_sqlstate." + each)]);
  return table("Failures by SQLSTATE", null, ["SQLSTATE", "transactions"], lines);
}

function costsTable(result) {
  const names = [["user_s", "user CPU in s; in us"], ["system_s", "system CPU in s; in us"],
    ["voluntary_context_switches", "context switches, voluntary"],
    ["involuntary_context_switches", "context switches, involuntary"], ["user_cycles", "cycles in user mode"],
    ["user_instructions", "instructions in user mode"], ["sends", "sends"], ["receives", "receives"],
    ["waits", "waits for readiness"], ["bytes_sent", "bytes sent"], ["bytes_received", "bytes received"]];
  const { processed } = result.totals.transactions;
  const lines = names.map(([name, text]) => {
    const value = result.client[name] === null ? null : result.client[name] * (name.endsWith("_s") ? 1e6 : 1);
    return [text, shown("td", result, "client." + name),
      value === null || processed === 0 ? "not available" : formatNumber(value / processed)];
  });
  return table("What running the clients cost", "without connecting them", ["", "in all", "a transaction"], lines);
}

function scriptsTable(result) {
  const lines = result.scripts.map((each, i) => [each.label, ...["weight", "statements", "transactions.processed",
    "transactions.failed", "latency.average_ms", "latency.p50_ms", "latency.p99_ms", "latency.max_ms"].map((path) =>
    shown("td", result, "scripts." + i + "." + path))]);
  const heads = ["script", "weight", "statements", "transactions", "failed", "average ms", "p50 ms", "p99 ms", "longest ms"];
  return table("Scripts", null, heads, lines);
}

function countsTable(result) {
  const lines = Object.keys(result.totals.transactions).map((name) =>
    [name.replaceAll("_", " "), shown("td", result, "totals.transactions." + name)]);
  if (result.settings.rate !== null) lines.push(["dropped", shown("td", result, "totals.dropped")]);
  return table("Transactions", null, ["", "count"], lines);
}

// Everything that is known of a run and is not in the plots.
function runDetails(run) {
  const { result } = run;
  const ended = result.totals.signal !== null ? "ended by signal " + result.totals.signal
    : result.totals.aborted ? "a client was aborted" : "complete";
  const about = hostList(result, [
    ["started", formatTime(result.start_s)],
    ["ran for", formatNumber(result.totals.duration_s) + " s, " + ended],
    ["connecting took", formatNumber(result.totals.connection_s * 1000) + " ms"],
    ["random seed", result.random_seed],
  ]);
  return section(3, run.name,
    element("div", { class: "details" }, about, settingsList(result.settings)),
    element("div", { class: "details" }, element("div", {}, countsTable(result), failuresTable(result)), costsTable(result)),
    result.scripts.length > 1 ? scriptsTable(result) : null,
    ...result.scripts.map((each) => scriptDetails(each, "")),
    secondsDetails(run));
}
