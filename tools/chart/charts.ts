import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..");

export const chartNames = ["almanac", "almanac-garden"] as const;
export type ChartName = (typeof chartNames)[number];

/** The namespace that the documents install each chart into. */
export const namespaceOf: Readonly<Record<ChartName, string>> = {
  almanac: "almanac-system",
  "almanac-garden": "garden",
};

/** The values that `deploy/kubernetes` shows each chart with. */
const shownWith: Readonly<Record<ChartName, string>> = { almanac: "example", "almanac-garden": "defaults" };

export function chartFolder(chart: ChartName): string {
  return path.join(root, "deploy", "chart", chart);
}

/** The matrix: each file in the chart's folder `ci` is one whole set of values, by its name. */
export function matrixOf(chart: ChartName): readonly { readonly name: string; readonly file: string }[] {
  const folder = path.join(chartFolder(chart), "ci");
  return readdirSync(folder)
    .sort()
    .map((file) => ({ name: file.replace("-values.yaml", ""), file: path.join(folder, file) }));
}

/** Where the objects of a chart lie as the API server gets them. */
export function shownFile(chart: ChartName): string {
  return path.join(root, "deploy", "kubernetes", `${chart}.yaml`);
}

export function shownValues(chart: ChartName): string {
  return path.join(chartFolder(chart), "ci", `${shownWith[chart]}-values.yaml`);
}

/** The text of that file, with what tells whether the chart has changed since. */
export function formatShownChart(chart: ChartName, rendered: string): string {
  return `# The chart deploy/chart/${chart} with ${path.basename(shownValues(chart))}, written by npm run chart -- record.
# Of the chart: ${fingerprint(chart)}
${rendered}`;
}

/** A hash of all that decides on the objects in `shownFile`. */
export function fingerprint(chart: ChartName): string {
  const folder = chartFolder(chart);
  const templates = readdirSync(path.join(folder, "templates")).sort();
  const files = ["Chart.yaml", "values.yaml", ...templates.map((name) => path.join("templates", name))];
  const hash = createHash("sha256");
  for (const file of [...files.map((name) => path.join(folder, name)), shownValues(chart)]) {
    hash.update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
