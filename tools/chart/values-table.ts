import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type ChartName, chartFolder } from "./charts.ts";

export interface ValueSchema {
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, ValueSchema>> | undefined;
  readonly additionalProperties?: unknown;
  readonly type?: unknown;
}

const valueSchema: z.ZodType<ValueSchema> = z.looseObject({
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), valueSchema).optional();
  },
});

export function chartSchemaOf(chart: ChartName): ValueSchema {
  return valueSchema.parse(JSON.parse(readFileSync(path.join(chartFolder(chart), "values.schema.json"), "utf8")));
}

export function chartDefaultsOf(chart: ChartName): unknown {
  return parse(readFileSync(path.join(chartFolder(chart), "values.yaml"), "utf8"));
}

/** Object whose keys are the environment variables listed in README. */
const variables = "config";

type Row = readonly [value: string, fallback: string, meaning: string];

/** Markdown table of all values of a chart, with default and description, in columns of equal width. */
export function valuesTable(chart: ChartName): string {
  const rows = Object.entries(chartSchemaOf(chart).properties ?? {}).flatMap(([name, schema]) =>
    rowsOf(name, schema, fieldOf(chartDefaultsOf(chart), name)),
  );
  const head: Row = ["Value", "Default", "Meaning"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], filler = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(" | ")} |`;
  return [line(head), line(["", "", ""], "-"), ...rows.map((row) => line(row))].join("\n");
}

function rowsOf(name: string, schema: ValueSchema, fallback: unknown): readonly Row[] {
  if (name === "global") return [];
  if (schema.properties === undefined || name === variables) {
    return [[`\`${name}\``, shown(fallback), schema.description ?? ""]];
  }
  return Object.entries(schema.properties).flatMap(([key, inner]) =>
    rowsOf(`${name}.${key}`, inner, fieldOf(fallback, key)),
  );
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function shown(fallback: unknown): string {
  if (fallback === undefined || fallback === "") return "";
  if (typeof fallback !== "object" || fallback === null) return `\`${fallback}\``;
  return Object.keys(fallback).length === 0 ? "" : "see `values.yaml`";
}

/** Replaces the table between two markers in a document. */
export function replaceValuesTable(paper: string, chart: ChartName, table: string): string {
  const [begin, end] = [`<!-- values of ${chart} -->`, `<!-- end of values of ${chart} -->`];
  const [before, rest] = paper.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`the paper has no place for the values of ${chart}`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}
