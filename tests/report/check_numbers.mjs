// Every number of the page, beside the JSON that it is from.

function valueAt(result, path) {
  return path.split(".").reduce((at, name) => at?.[name], result);
}

// As exact as its digits.
function isShown(text, value) {
  if (value === null) return text === "not available";
  const plain = text.replaceAll(",", "");
  const digits = /\.(\d+)/.exec(plain)?.[1].length ?? 0;
  const exponent = Number(/e([+-]\d+)/.exec(plain)?.[1] ?? 0);
  return typeof value === "number" && plain !== "" &&
    Math.abs(Number(plain) - value) <= 0.5000001 * 10 ** (exponent - digits);
}

export async function checkNumbers(page, results, expect) {
  const shown = await page.evaluate(() => [...document.querySelectorAll("[data-path]")].map((each) => {
    const part = each.closest("[data-run], [data-comparison]");
    return { text: each.textContent, path: each.dataset.path, run: part?.dataset.run, comparison: part?.dataset.comparison };
  }));
  const runs = results.filter((each) => each.format === "pgpipe-bench");
  const comparisons = results.filter((each) => each.format === "pgpipe-compare");
  const seen = new Map();
  for (const { text, path, run, comparison } of shown) {
    const result = run === undefined ? comparisons[Number(comparison)] : runs[Number(run)];
    const value = result === undefined ? undefined : valueAt(result, path);
    expect(value !== undefined && isShown(text, value), `${path} is ${value}, the page says ${text}`);
    seen.set(result, (seen.get(result) ?? 0) + 1);
  }
  for (const result of results) {
    const least = result.format === "pgpipe-bench" ? 30 + 4 * result.series.length : 13 * result.cells.length;
    expect((seen.get(result) ?? 0) >= least, `the page shows ${seen.get(result)} numbers of a result, not ${least}`);
  }
  await checkComparisons(page, comparisons, expect);
}

// Ratios, intervals and verdicts, as texts.
async function checkComparisons(page, comparisons, expect) {
  const ratio = (value) => value.toFixed(value < 10 ? 2 : 1) + "x";
  for (const [i, result] of comparisons.entries()) {
    const text = await page.evaluate((at) => document.querySelector(`[data-comparison="${at}"]`).textContent, i);
    for (const cell of result.cells.filter((each) => each.ratio !== null)) {
      const [low, high] = cell.interval ?? [null, null];
      const wanted = ratio(cell.ratio) + (low === null ? "" : ` (${ratio(low)} to ${ratio(high)})`);
      expect(text.includes(wanted), `the page does not say ${wanted}`);
      expect(text.includes(cell.verdict), `the page does not say "${cell.verdict}"`);
    }
    const failing = result.cells.filter((each) => each.rounds.some((round) => round.failed > 0)).length;
    const told = text.split("% of the transactions failed").length - 1;
    expect(told === failing, `the page tells of ${told} ways with failed transactions, not ${failing}`);
  }
}
