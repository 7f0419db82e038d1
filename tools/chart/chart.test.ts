import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { configVariables } from "#server/config/config.ts";
import {
  chartFingerprint,
  chartFolder,
  chartNames,
  chartValueFiles,
  formatRenderedChart,
  renderedChartFile,
} from "./charts.ts";
import { checkCharts } from "./check-charts.ts";
import { findTool } from "./find-tools.ts";
import { renderChart, renderShownChart } from "./helm.ts";
import { chartDefaultsOf, chartSchemaOf, type ValueSchema, valuesTable } from "./values-table.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
const helm = findTool("helm") ?? "";
const read = (...names: readonly string[]) => readFileSync(path.join(root, ...names), "utf8");

describe.each(chartNames)("the chart %s", (chart) => {
  test("is of the release of Almanac", () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(read("package.json")));
    const text = readFileSync(path.join(chartFolder(chart), "Chart.yaml"), "utf8");
    expect(parse(text)).toMatchObject({ name: chart, version, appVersion: version });
  });

  test("describes each value in a sentence, and takes no other", () => {
    const lacking: string[] = [];
    const look = (name: string, schema: ValueSchema) => {
      if (name !== "" && !/\w{2}.*\.$/.test(schema.description ?? "")) lacking.push(name);
      if (schema.properties !== undefined && schema.additionalProperties !== false) lacking.push(`${name} is open`);
      for (const [key, inner] of Object.entries(schema.properties ?? {})) look(`${name}.${key}`, inner);
    };
    look("", chartSchemaOf(chart));
    expect(lacking).toEqual([]);
  });

  test("has a default for each value, and none of what is no value", () => {
    const different: string[] = [];
    const look = (name: string, schema: ValueSchema, value: unknown) => {
      if (schema.properties === undefined || name === ".config") return;
      const [known, given] = [Object.keys(schema.properties), Object.keys(z.looseObject({}).parse(value))];
      const missing = known.filter((key) => key !== "global" && !given.includes(key));
      different.push(...[...missing, ...given.filter((key) => !known.includes(key))].map((key) => `${name}.${key}`));
      for (const key of given) look(`${name}.${key}`, schema.properties[key] ?? {}, Reflect.get(Object(value), key));
    };
    look("", chartSchemaOf(chart), chartDefaultsOf(chart));
    expect(different).toEqual([]);
  });

  // After a change of the chart, run: npm run chart -- record
  test("is what deploy/kubernetes and the documents show", () => {
    expect(readFileSync(renderedChartFile(chart), "utf8")).toContain(`# Of the chart: ${chartFingerprint(chart)}\n`);
    expect(read("docs", "install.md")).toContain(valuesTable(chart));
  });

  test.skipIf(helm === "")("renders to the very objects that deploy/kubernetes shows", async () => {
    expect(readFileSync(renderedChartFile(chart), "utf8")).toBe(
      formatRenderedChart(chart, await renderShownChart(helm, chart)),
    );
  });
});

describe("the variables of Almanac", () => {
  const template = readFileSync(path.join(chartFolder("almanac"), "templates", "deployment.yaml"), "utf8");
  const ownPart = template.slice(template.indexOf("env:"), template.indexOf("ports:"));
  const own = Array.from(ownPart.matchAll(/name: ([A-Z_]+)/g), ([, name = ""]) => name).filter(isNotNodes);
  const free = Object.entries(chartSchemaOf("almanac").properties?.config?.properties ?? {});
  const known = configVariables.map(({ name }) => name);

  test("that the chart sets are those that Almanac reads", () => {
    expect(own.filter((name) => !known.includes(name))).toEqual([]);
    expect(free.map(([name]) => name).filter((name) => own.includes(name) || !known.includes(name))).toEqual([]);
  });

  test("can all be set by the chart, but for those that make no sense in a pod", () => {
    const reached = [...own, ...free.map(([name]) => name)];
    expect(known.filter((name) => !reached.includes(name))).toEqual(["PORT", "DEMO_DATA", "DEVELOPMENT_SIGN_IN"]);
  });

  test("mean in the chart what they mean elsewhere", () => {
    const meanings = new Map(configVariables.map(({ name, meaning }) => [name, meaning]));
    expect(free.filter(([name, { description }]) => description !== meanings.get(name))).toEqual([]);
  });
});

/** Node.js itself limits the heap. */
function isNotNodes(name: string): boolean {
  return name !== "NODE_OPTIONS";
}

// Helm is available after `npm run chart`.
test.skipIf(helm === "")("helm takes both charts with every set of values, and none that is wrong", async () => {
  expect((await checkCharts(helm)).filter(({ fault }) => fault !== undefined)).toEqual([]);
});

test.skipIf(helm === "")("hands its rules and its dashboard over as they are", async () => {
  const file = chartValueFiles("almanac").find(({ name }) => name === "gardener")?.file ?? "";
  const objects = parseAllDocuments(await renderChart(helm, "almanac", file)).map((document) => document.toJS());
  expect(objects).toContainEqual(
    expect.objectContaining({
      kind: "PrometheusRule",
      spec: parse(read("deploy", "chart", "almanac", "monitoring", "alerts.yaml")),
    }),
  );
  const dashboard = { "almanac.json": read("deploy", "chart", "almanac", "monitoring", "dashboard.json") };
  expect(objects).toContainEqual(expect.objectContaining({ kind: "ConfigMap", data: dashboard }));
});
