import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ChartName, chartFolder, chartNames, chartValueFiles } from "./charts.ts";
import { type RunResult, renderChart, runHelm, runProgram } from "./helm.ts";
import { invalidValues } from "./invalid-values.ts";
import { schemaTemplate, writeObjectSchemas } from "./object-schemas.ts";

/** The errors found with one set of values; empty if there are none. */
export interface CheckedValues {
  readonly chart: ChartName;
  readonly values: string;
  readonly fault?: string;
}

/** Lints and renders both charts with every set of values, and checks that invalid values are refused. */
export async function checkCharts(helm: string): Promise<readonly CheckedValues[]> {
  const taken = chartNames.flatMap((chart) => chartValueFiles(chart).map((values) => ({ chart, ...values })));
  const results = taken.map(async ({ chart, name, file }): Promise<CheckedValues> => {
    const lint = await runHelm(helm, ["lint", "--strict", chartFolder(chart), "--values", file]);
    if (lint.code !== 0) return { chart, values: name, fault: lint.output + lint.errors };
    const fault = await renderChart(helm, chart, file).then(() => undefined, String);
    return { chart, values: name, ...(fault !== undefined && { fault }) };
  });
  const refusals = Object.entries(invalidValues).map(async ([name, settings]): Promise<CheckedValues> => {
    const words = ["template", "almanac", chartFolder("almanac"), "--kube-version", "v1.30.0"];
    const values = chartValueFiles("almanac").flatMap((each) =>
      each.name === "defaults" ? ["--values", each.file] : [],
    );
    const set = settings.flatMap((setting) => ["--set", setting]);
    const { code, errors } = await runHelm(helm, [...words, ...values, ...set]);
    const refused = code !== 0 && errors.includes("values don't meet the specifications of the schema");
    return {
      chart: "almanac",
      values: name,
      ...(!refused && { fault: `it is taken, or refused otherwise: ${errors}` }),
    };
  });
  return Promise.all([...results, ...refusals]);
}

/** Validates all rendered objects of the charts against the schemas of their kinds, with kubeconform. */
export async function checkObjects(helm: string, kubeconform: string): Promise<RunResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "almanac-chart-"));
  try {
    const schemas = path.join(folder, "schemas");
    await writeObjectSchemas(schemas);
    const files: string[] = [];
    for (const chart of chartNames) {
      for (const { name, file } of chartValueFiles(chart)) {
        const target = path.join(folder, `${chart}-${name}.yaml`);
        await writeFile(target, await renderChart(helm, chart, file));
        files.push(target);
      }
    }
    const location = path.join(schemas, schemaTemplate);
    const words = ["-strict", "-summary", "-schema-location", location, ...files];
    return await runProgram(kubeconform, words);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
