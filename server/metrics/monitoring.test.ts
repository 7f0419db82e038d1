import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { allMetrics } from "#server/testing/all-metrics.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(["critical", "warning", "info"]) }),
          annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});
const alerts = rulesSchema
  .parse(parse(read("deploy/chart/almanac/monitoring/alerts.yaml")))
  .groups.flatMap(({ rules }) => rules);

const panelSchema = z.object({
  type: z.string(),
  title: z.string(),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
});
const dashboard = z
  .object({ panels: z.array(panelSchema) })
  .parse(JSON.parse(read("deploy/chart/almanac/monitoring/dashboard.json")));

const runbooks = read("docs/runbooks.md")
  .split(/^## /m)
  .slice(1)
  .map((chapter) => ({ title: chapter.split("\n", 1)[0] ?? "", chapter }));

/** Labels that Prometheus adds, and the bucket label of histograms. */
const others = ["namespace", "job", "instance", "le", "alertname"];
const series = new Map(
  allMetrics().flatMap(({ name, type, labelNames }) => {
    const suffixes = type === "histogram" ? ["_bucket", "_count", "_sum"] : [""];
    return suffixes.map((suffix) => [`${name}${suffix}`, labelNames] as const);
  }),
);

/** All metrics in a PromQL expression, with the labels by which they are selected. */
function namedIn(expr: string): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  return Array.from(
    expr.matchAll(/\b((?:almanac|nodejs|process)_\w+)(?:\{([^}]*)\})?/g),
    ([, name = "", chosen = ""]) => ({
      name,
      labels: Array.from(chosen.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g), ([, label = ""]) => label),
    }),
  );
}

const queries = [
  ...alerts.map(({ alert, expr }) => ({ at: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ at: `panel ${title}`, expr }))),
];

test.each(queries)("$at asks for metrics and labels that there are: $expr", ({ expr }) => {
  const named = namedIn(expr);
  expect(named).not.toEqual([]);
  for (const { name, labels } of named) {
    expect(series.keys()).toContain(name);
    expect([...(series.get(name) ?? []), ...others]).toEqual(expect.arrayContaining([...labels]));
  }
  const shown = Array.from(expr.matchAll(/\bby \(([^)]*)\)/g), ([, list = ""]) => list.split(", ")).flat();
  const known = new Set([...named.flatMap(({ name }) => series.get(name) ?? []), ...others]);
  expect(shown.filter((label) => !known.has(label))).toEqual([]);
});

test("every metric of Almanac's own is on the dashboard", () => {
  const onDashboard = new Set(
    dashboard.panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => namedIn(expr).map(({ name }) => name.replace(/_(bucket|count|sum)$/, ""))),
    ),
  );
  const own = allMetrics().filter(({ name }) => name.startsWith("almanac_"));
  expect(own.filter(({ name }) => !onDashboard.has(name)).map(({ name }) => name)).toEqual([]);
});

test("the dashboard's rows come in the order of questions", () => {
  const rows = dashboard.panels.filter(({ type }) => type === "row").map(({ title }) => title);
  expect(rows).toEqual(["State", "Freshness", "Speed", "Load", "Refusals"]);
});

describe("runbooks", () => {
  test("there is a chapter for each alert, in their order", () => {
    expect(runbooks.map(({ title }) => title)).toEqual(alerts.map(({ alert }) => alert));
  });

  test.each(alerts)("$alert leads to its chapter", ({ alert, annotations }) => {
    expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    const { chapter = "" } = runbooks.find(({ title }) => title === alert) ?? {};
    expect(chapter).toMatch(/\n\*\*Meaning\.\*\* \S[\s\S]+\n\*\*Look\.\*\* \S[\s\S]+\n\*\*Do\.\*\* \S/);
  });

  test("they name metrics that there are", () => {
    const known = new Set([...series.keys(), ...allMetrics().map(({ name }) => name)]);
    const named = runbooks.flatMap(({ chapter }) => namedIn(chapter).map(({ name }) => name));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
