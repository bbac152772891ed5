// Usage: node read_hdr_log.mjs LOG [TAG]
// For each interval of a tag, or of none, as HdrHistogram's own reader for JavaScript reads it: when it began and ended,
// in ms since 1970, how many values it has, and the greatest, in ns.
import fs from "node:fs";
import { packages } from "./browser.mjs";

const { HistogramLogReader } = packages("hdr-histogram-js");
const [file, tag = "NO TAG"] = process.argv.slice(2);  // as the reader calls what has none
const reader = new HistogramLogReader(fs.readFileSync(file, "utf8"));
for (let each = reader.nextIntervalHistogram(); each !== null; each = reader.nextIntervalHistogram()) {
  if (each.tag !== tag) continue;
  console.log(each.startTimeStampMsec, each.endTimeStampMsec, each.totalCount, each.maxValue);
}
