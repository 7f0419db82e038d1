import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chartNames, formatRenderedChart, renderedChartFile } from "./charts.ts";
import { checkCharts, checkObjects } from "./check-charts.ts";
import { findOrBuildTool, hasGo } from "./find-tools.ts";
import { renderShownChart } from "./helm.ts";
import { installInRealCluster } from "./in-real-cluster.ts";
import { replaceValuesTable, valuesTable } from "./values-table.ts";

const usage = "usage: npm run chart -- [check] [install] [record]";
const installing = path.resolve(import.meta.dirname, "..", "..", "docs", "install.md");

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes the files generated from the charts: `deploy/kubernetes`, and the tables of values in documents. */
async function record(helm: string): Promise<void> {
  for (const chart of chartNames) {
    writeFileSync(renderedChartFile(chart), formatRenderedChart(chart, await renderShownChart(helm, chart)));
    writeFileSync(installing, replaceValuesTable(readFileSync(installing, "utf8"), chart, valuesTable(chart)));
  }
}

/** Checks the charts with helm and kubeconform and prints the errors. @returns whether there are no errors */
async function check(helm: string): Promise<boolean> {
  const results = await checkCharts(helm);
  const faults = results.filter(({ fault }) => fault !== undefined);
  for (const { chart, values, fault } of faults) say(`FAIL  ${chart}, ${values}: ${fault}`);
  say(`helm: ${results.length - faults.length} sets of values as they should be, ${faults.length} not`);
  if (!(await hasGo())) {
    say("kubeconform: skipped, the schemas come as Go modules, and there is no Go");
    return faults.length === 0;
  }
  const kubeconform = await findOrBuildTool("kubeconform", say);
  if (kubeconform === undefined) throw new Error("there is Go, and yet no kubeconform");
  const { code, output, errors } = await checkObjects(helm, kubeconform);
  say(`kubeconform: ${output}${errors}`.trimEnd());
  return faults.length === 0 && code === 0;
}

async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const words = process.argv.slice(2);
  const unknown = words.filter((word) => !["check", "install", "record"].includes(word));
  if (unknown.length > 0) throw new Error(`${unknown.join(" ")}: not known\n${usage}`);
  const helm = await findOrBuildTool("helm", say);
  if (helm === undefined) {
    say("skipped: there is no helm (HELM_PATH, PATH), and no Go to build it with");
    return;
  }
  if (words.includes("record")) await record(helm);
  const all = words.length === 0;
  if ((all || words.includes("check")) && !(await check(helm))) process.exitCode = 1;
  if ((all || words.includes("install")) && !(await installInRealCluster(helm, say))) process.exitCode = 1;
}

await main();
