import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..");

export const chartNames = ["almanac", "almanac-garden"] as const;
export type ChartName = (typeof chartNames)[number];

/** Namespace into which the documents install each chart. */
export const chartNamespaces: Readonly<Record<ChartName, string>> = {
  almanac: "almanac-system",
  "almanac-garden": "garden",
};

/** Values files with which the charts are rendered to `deploy/kubernetes`. */
const shownWith: Readonly<Record<ChartName, string>> = { almanac: "example", "almanac-garden": "defaults" };

export function chartFolder(chart: ChartName): string {
  return path.join(root, "deploy", "chart", chart);
}

/** All values files in the chart's folder `ci`. Each is a complete set of values, named after its file. */
export function chartValueFiles(chart: ChartName): readonly { readonly name: string; readonly file: string }[] {
  const folder = path.join(chartFolder(chart), "ci");
  return readdirSync(folder)
    .sort()
    .map((file) => ({ name: file.replace("-values.yaml", ""), file: path.join(folder, file) }));
}

/** File with the rendered objects of a chart. */
export function renderedChartFile(chart: ChartName): string {
  return path.join(root, "deploy", "kubernetes", `${chart}.yaml`);
}

export function renderedChartValues(chart: ChartName): string {
  return path.join(chartFolder(chart), "ci", `${shownWith[chart]}-values.yaml`);
}

/** The content of the rendered file, with a header that contains the hash of the chart. */
export function formatRenderedChart(chart: ChartName, rendered: string): string {
  return `# The chart deploy/chart/${chart} with ${path.basename(renderedChartValues(chart))}, written by npm run chart -- record.
# Of the chart: ${chartFingerprint(chart)}
${rendered}`;
}

/** Hash of all files that determine the objects in `renderedChartFile`. */
export function chartFingerprint(chart: ChartName): string {
  const folder = chartFolder(chart);
  const templates = readdirSync(path.join(folder, "templates")).sort();
  const files = ["Chart.yaml", "values.yaml", ...templates.map((name) => path.join("templates", name))];
  const hash = createHash("sha256");
  for (const file of [...files.map((name) => path.join(folder, name)), renderedChartValues(chart)]) {
    hash.update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
