// With three digits that mean something, and commas from a thousand on, as pgpipe compare prints numbers.
function formatNumber(value) {
  if (value === null || value === undefined) return "not available";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  if (Number.isInteger(value)) return String(value);
  if (size < 0.001) return value.toPrecision(3);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

function formatRatio(value) {
  return value.toFixed(value < 10 ? 2 : 1) + "x";
}

function formatLatency(ms) {
  if (ms >= 1000) return formatNumber(ms / 1000) + " s";
  return ms < 0.001 ? formatNumber(ms * 1e6) + " ns" : ms < 1 ? formatNumber(ms * 1000) + " us" : formatNumber(ms) + " ms";
}

function formatBytes(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let at = 0;
  for (; bytes >= 1024 && at + 1 < units.length; at += 1) bytes /= 1024;
  return formatNumber(bytes) + " " + units[at];
}

function formatTime(seconds) {
  return new Date(seconds * 1000).toISOString().replace("T", " ").replace(/\.\d+Z$/, " UTC");
}

function plural(count, one, many) {
  return formatNumber(count) + " " + (count === 1 ? one : many);
}

// Of many values, more than a call may have arguments. Infinity or minus Infinity of none.
function least(values) {
  return values.reduce((found, each) => Math.min(found, each), Infinity);
}

function greatest(values) {
  return values.reduce((found, each) => Math.max(found, each), -Infinity);
}

// What stands at a place such as "totals.latency.p99_ms".
function valueAt(result, path) {
  return path.split(".").reduce((at, name) => (at === null || at === undefined ? at : at[name]), result);
}

// A cell or other element that shows a number of the result and says where it is from.
function shown(name, result, path) {
  return element(name, { "data-path": path }, formatNumber(valueAt(result, path)));
}
