import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { findTool } from "#tools/chart/find-tools.ts";
import { alertTriggers } from "./alert-faults.ts";

const monitoring = path.resolve(import.meta.dirname, "../../deploy/chart/almanac/monitoring");
const promtool = findTool("promtool") ?? "";

function run(...words: readonly string[]): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(promtool, words, { cwd: monitoring, encoding: "utf8" });
  return { code: status, output: `${stdout}${stderr}` };
}

function inFolder<Value>(work: (folder: string) => Value): Value {
  const folder = mkdtempSync(path.join(tmpdir(), "almanac-promtool-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rulesSchema = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) });
const testsSchema = z.object({
  tests: z.array(
    z.object({ promql_expr_test: z.array(z.object({ exp_samples: z.array(z.object({ labels: z.string() })) })) }),
  ),
});
const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
});
const textOf = (file: string) => readFileSync(path.join(monitoring, file), "utf8");

test("a case fires each alert", () => {
  const { groups } = rulesSchema.parse(parse(textOf("alerts.yaml")));
  const { tests } = testsSchema.parse(parse(textOf("tests/alerts.yaml")));
  const fired = tests.flatMap((each) => each.promql_expr_test.flatMap(({ exp_samples: samples }) => samples));
  const named = new Set(fired.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]));
  expect([...named].sort()).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort());
});

test("a fault of the farm fires each alert", () => {
  const { groups } = rulesSchema.parse(parse(textOf("alerts.yaml")));
  const named = new Set(alertTriggers.flatMap(({ alerts }) => alerts));
  expect([...named].sort()).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort());
});

describe.skipIf(promtool === "")("promtool, of PROMTOOL_PATH or the PATH, or built by `npm run monitoring`", () => {
  test("takes the rules", () => {
    expect(run("check", "rules", "alerts.yaml")).toMatchObject({ code: 0 });
  });

  test("sees the alerts fire that each case names, and no other", () => {
    expect(run("test", "rules", "tests/alerts.yaml")).toMatchObject({ code: 0 });
  });

  test("sees a case that expects too little", () => {
    inFolder((folder) => {
      const cases = textOf("tests/alerts.yaml")
        .replace("../alerts.yaml", path.join(monitoring, "alerts.yaml"))
        .replaceAll(/ {10}- \{ labels: '\{alertname="AlmanacNotReady"\}', value: 1 \}\n/g, "");
      const file = path.join(folder, "cases.yaml");
      writeFileSync(file, cases);
      const { code, output } = run("test", "rules", file);
      expect(code).toBe(1);
      expect(output).toContain("AlmanacNotReady");
    });
  });

  test("reads every query of the dashboard", () => {
    const { panels } = dashboardSchema.parse(JSON.parse(textOf("dashboard.json")));
    const rules = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, at) => ({ record: `panel:${at}`, expr: expr.replaceAll("$__rate_interval", "5m") }));
    expect(rules.length).toBeGreaterThan(20);
    inFolder((folder) => {
      const file = path.join(folder, "rules.yaml");
      writeFileSync(file, stringify({ groups: [{ name: "dashboard", rules }] }));
      expect(run("check", "rules", "--lint=none", file)).toMatchObject({ code: 0 });
    });
  });
});
