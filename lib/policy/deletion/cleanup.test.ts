import { describe, expect, test } from "vitest";
import { newestGardenerRelease } from "../editions/gardener-release.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import {
  cleanupExtendedApisAnnotation,
  cleanupKubernetesResourcesAnnotation,
  cleanupPeriods,
  cleanupWebhooksAnnotation,
  skipCleanupAnnotation,
} from "./cleanup-periods.ts";
import { cleanupPlan } from "./cleanup-plan.ts";

function stepsOf(annotations: Readonly<Record<string, string>>) {
  const plan = cleanupPlan(annotations);
  if (!plan.ok) throw new Error(plan.error.annotation);
  return Object.fromEntries(plan.value.steps.map(({ id, period }) => [id, period]));
}

const seconds = (deleteGraceSeconds: number, finalizeAfterSeconds: number) => ({
  deleteGraceSeconds,
  finalizeAfterSeconds,
});

describe("periods", () => {
  test.each<[string, Record<string, string>, string, unknown]>([
    ["without annotations the defaults hold", {}, "extended-apis", seconds(300, 3600)],
    ["a smaller value counts", { [cleanupWebhooksAnnotation]: "60" }, "webhooks", seconds(60, 60)],
    [
      "extended APIs get a tenth as grace",
      { [cleanupExtendedApisAnnotation]: "100" },
      "extended-apis",
      seconds(10, 100),
    ],
    [
      "600 only changes the snapshots",
      { [cleanupKubernetesResourcesAnnotation]: "600" },
      "volume-snapshots",
      seconds(300, 600),
    ],
    ["even skip-cleanup=false skips", { [skipCleanupAnnotation]: "false" }, "extended-apis", "skipped"],
    ["skipping waits less for snapshots", { [skipCleanupAnnotation]: "" }, "volume-snapshots", seconds(300, 300)],
  ])("%s", (_name, annotations, step, period) => {
    expect(stepsOf(annotations)[step]).toEqual(period);
  });

  test.each(["", "1.5", "60s", "99999999999999999999"])("%j is no integer, and its step fails", (value) => {
    expect(cleanupPeriods({ [cleanupWebhooksAnnotation]: value })).toEqual({
      ok: false,
      error: { error: "NOT_AN_INTEGER", annotation: cleanupWebhooksAnnotation },
    });
  });

  test("before Gardener 1.136 nothing may remain", () => {
    const old = cleanupPeriods({}, gardenerRulesOfRelease({ ...newestGardenerRelease, minor: 130 }));
    expect(old.ok && old.value.ignoreCreatedAfterSeconds).toBeUndefined();
  });
});

test("skipping leaves workload to the deletion of the nodes, but removes what costs money outside", () => {
  const plan = cleanupPlan({ [skipCleanupAnnotation]: "true" });
  expect(plan.ok && plan.value.steps.find(({ id }) => id === "kubernetes-resources")?.kinds).toEqual([
    "Service",
    "PersistentVolumeClaim",
  ]);
});
