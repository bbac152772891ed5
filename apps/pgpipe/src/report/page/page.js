async function makePage() {
  const entries = JSON.parse(document.getElementById("results").textContent);
  const ran = entries.filter((each) => each.result.format === "pgpipe-bench");
  const compared = entries.filter((each) => each.result.format === "pgpipe-compare");
  const names = entries.map((each) => each.name).join(", ");
  document.getElementById("subject").textContent = names;
  document.title = names + " – pgpipe report";
  const report = document.getElementById("report");
  for (let i = 0; i < compared.length; i += 1) report.append(await comparisonSection(compared[i], i));
  if (ran.length > 0) {
    const runs = await Promise.all(ran.map(readRun));
    report.append(...runsSections(runs).filter((each) => each !== null));
  }
}

makePage().then(
  () => document.documentElement.setAttribute("data-ready", ""),
  (error) => document.getElementById("report").prepend(element("p", { class: "bad", role: "alert" },
    "This report cannot be shown: " + error.message)),
);
