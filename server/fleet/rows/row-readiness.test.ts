import { expect, test } from "vitest";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { clusterForecastSchema } from "#lib/contract/cluster-forecast.ts";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { readinessStepOf } from "#lib/forecast/readiness-step.ts";
import { sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { MinorStep } from "#lib/policy/readiness/readiness-finding.ts";
import { readinessPeriodMs } from "#lib/policy/readiness/readiness-period.ts";
import { readinessOfCluster } from "#lib/view/readiness/readiness-of-cluster.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { rowReadiness } from "./row-readiness.ts";

const demo = startDemoTestBed({ people: ["operator"] });

/** Time limit for all demo clusters, also on a busy machine. */
const wholeFleet = { timeout: 60_000 };

test("each row of the demo says what the cluster's page says for the same step", wholeFleet, async () => {
  const { rows } = readEntireFleet(await (await demo.as("operator").fleet()).text());
  const results = new Set<string>();
  let unplanned = 0;
  for (const row of rows) {
    const { project, name, readiness } = row;
    const detail = clusterDetailSchema.parse(await (await demo.as("operator").cluster(project, name)).json());
    const forecast = clusterForecastSchema.parse(await (await demo.as("operator").forecast(project, name)).json());
    const shoot = parseShoot(detail.shoot);
    if (shoot === undefined) throw new Error(`${project}/${name} cannot be read`);
    const page = readinessOfCluster({ shoot, detail }, forecast);
    const at = page?.step.at;
    if (page === undefined || at === undefined || at > Date.now() + readinessPeriodMs) {
      unplanned += 1;
      expect([project, name, readiness]).toEqual([project, name, undefined]);
      continue;
    }
    const { result, findings, step } = page;
    const blocks = findings.filter(({ severity }) => severity === "blocks").length;
    const { step: _, ...told } = readiness ?? {};
    expect({ project, name, ...told, step: readinessStepOf(row) }).toEqual({
      ...{ project, name, result, step: { to: step.to, at } },
      ...(blocks > 0 && { blocks }),
      ...(findings[0] && { worst: findings[0].id }),
    });
    results.add(result);
  }
  expect([...results].sort()).toEqual(expect.arrayContaining(["not-ready", "ready-as-known"]));
  expect(unplanned).toBeGreaterThan(10);
});

const now = Date.parse("2026-11-24T12:00:00Z");
const shoot: Shoot = {
  metadata: { name: "shop", namespace: "garden-pay" },
  spec: { kubernetes: { version: "1.32.4" }, provider: { type: "local", workers: [] } },
};
const stepIn = (days: number): MinorStep => {
  return { from: "1.32.4", to: "1.33.7", way: "forced", at: now + days * dayMs };
};
const context = {
  profile: { kubernetes: { versions: [{ version: "1.33.7" }] } },
  view: {},
  now,
  forecast: sampleRowForecast(),
};

test("a row says nothing about a step that nobody plans, or that is more than 90 days away", () => {
  expect(rowReadiness(shoot, undefined, context)).toBeUndefined();
  const { at: _, ...chosen } = stepIn(1);
  expect(rowReadiness(shoot, { ...chosen, way: "chosen" }, context)).toBeUndefined();
  expect(rowReadiness(shoot, stepIn(90.1), context)).toBeUndefined();
  expect(rowReadiness(shoot, stepIn(90), context)).toMatchObject({ step: { to: "1.33.7" } });
});

test("a Shoot that no rule can read has a row that was not looked at, never one that is ready", () => {
  const odd: Shoot = {
    ...shoot,
    get status(): never {
      throw new TypeError("not a status");
    },
  };
  expect(rowReadiness(odd, stepIn(3), context)).toEqual({
    result: "not-looked",
    step: { to: "1.33.7", at: stepIn(3).at },
  });
});
