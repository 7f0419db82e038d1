import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryProfile, arbitraryShoot, randomGardenNow } from "#lib/testing/random-garden.ts";
import {
  contextOf,
  examplesWithoutObstacle,
  plantedObstacles,
  type ReadinessExample,
  readinessNow,
} from "#lib/testing/readiness-examples.ts";
import { testRandomCases } from "#lib/testing/test-random-cases.ts";
import { reviewShootChange } from "../changes/review-shoot-change.ts";
import { newestRules } from "../editions/gardener-rules.ts";
import { forecastShoot } from "../forecast/forecaster.ts";
import type { DiagnosisContext } from "../next/next-view.ts";
import { assessReadiness, type ReadinessResult } from "./assess-readiness.ts";
import { nextMinorStep } from "./next-minor-step.ts";

const bestFirst: readonly ReadinessResult[] = ["ready-as-known", "ready-with-risks", "not-ready"];

const assess = (example: ReadinessExample) => assessReadiness(example.shoot, example.step, contextOf(example));

describe("a cluster against which nothing stands", () => {
  testRandomCases(
    { worlds: examplesWithoutObstacle, tell: assess, runs: { seed: 43, numRuns: caseCount(200, 500) } },
    {
      "has no finding, and is ready as far as the garden knows": ({ findings, result }) => {
        expect(findings).toEqual([]);
        expect(result).toBe("ready-as-known");
      },
      "is said not to have been looked into": ({ unread }) => {
        expect(unread).toEqual(["inside", "machine-quota"]);
      },
    },
  );
});

describe.each(plantedObstacles)("$name", ({ plant, finding, best }) => {
  testRandomCases(
    {
      worlds: examplesWithoutObstacle,
      tell: (example) => assess(plant(example)),
      runs: { seed: 44, numRuns: caseCount(15, 500) },
    },
    {
      "is found": ({ findings }) => {
        expect(findings.map(({ id }) => id)).toContain(finding);
      },
      "lets the result be no better than it is": ({ result }) => {
        expect(bestFirst.indexOf(result)).toBeGreaterThanOrEqual(bestFirst.indexOf(best));
      },
      "is all that is found": ({ findings, result }) => {
        expect([...new Set(findings.map(({ id }) => id))]).toEqual([finding]);
        expect(result).toBe(best);
      },
    },
  );
});

describe("several obstacles at once", () => {
  testRandomCases(
    {
      worlds: fc.record({
        example: examplesWithoutObstacle,
        planted: fc.shuffledSubarray([...plantedObstacles], { minLength: 2 }),
      }),
      tell: ({ example, planted }) => ({
        planted,
        readiness: assess(planted.reduce((now, { plant }) => plant(now), example)),
      }),
      runs: { seed: 45, numRuns: caseCount(300, 5_000) },
    },
    {
      "stand worst first, and the worst decides the result": ({ readiness: { findings, result } }) => {
        const order = ["blocks", "risk", "note"];
        const severities = findings.map(({ severity }) => order.indexOf(severity));
        expect(severities).toEqual(severities.toSorted((a, b) => a - b));
        const worst = order[severities[0] ?? 2];
        expect(result).toBe(
          worst === "blocks" ? "not-ready" : worst === "risk" ? "ready-with-risks" : "ready-as-known",
        );
      },
    },
  );
});

describe("random clusters and profiles", () => {
  const horizon = randomGardenNow + 14 * dayMs;
  testRandomCases(
    {
      worlds: fc.record({ shoot: arbitraryShoot, profile: arbitraryProfile }),
      tell: ({ shoot, profile }) => {
        const forecast = forecastShoot(shoot, profile, { now: randomGardenNow, horizon });
        if (forecast.outcome !== "foreseen") throw new Error("not foreseen");
        const context = { profile, rules: newestRules, now: randomGardenNow };
        const step = nextMinorStep(shoot, { ...context, forecast });
        // A garden has no cluster with a field that its present version refuses; these random ones can.
        const { errors } = reviewShootChange({ old: shoot.spec, new: shoot.spec, now: randomGardenNow });
        const standing = new Set(errors.map(({ path }) => path));
        return { standing, step, forecast, readiness: step && assessReadiness(shoot, step, { ...context, view: {} }) };
      },
      runs: { seed: 46, numRuns: caseCount(500, 10_000) },
    },
    {
      "are never ready without saying that nobody looked inside": ({ readiness }) => {
        if (readiness === undefined) return;
        expect(readiness.unread).toContain("inside");
        expect(readiness.unread).toContain("conditions");
      },
      "a minor that the forecast makes first is refused for no reason of versions, images or fields": ({
        step,
        forecast,
        readiness,
        standing,
      }) => {
        const [first] = forecast.lanes[0]?.hops ?? [];
        const isFirst = first?.path === "both" && first.to === step?.to && first.from === step.from;
        if (!isFirst || forecast.rejections.length > 0 || forecast.lanes.some(({ deadEnds }) => deadEnds.length > 0))
          return;
        const ofVersions = (readiness?.findings ?? []).flatMap((finding) =>
          finding.id === "refused" &&
          /^(K8S|POOL|IMAGE|FIELD)_/.test(finding.error.code) &&
          !standing.has(finding.error.path)
            ? [finding.error]
            : [],
        );
        expect(ofVersions).toEqual([]);
      },
    },
  );
});

test("a cluster in deletion is not looked at, whatever it says", () => {
  const [example] = fc.sample(examplesWithoutObstacle, 1);
  if (example === undefined) throw new Error("no example");
  const metadata = { ...example.shoot.metadata, deletionTimestamp: "2026-11-24T11:00:00Z" };
  expect(assess({ ...example, shoot: { ...example.shoot, metadata } })).toMatchObject({
    result: "not-looked",
    findings: [],
  });
});

test("without a profile nothing is said to be ready, and what blocks is said all the same", () => {
  const [example] = fc.sample(examplesWithoutObstacle, 1);
  if (example === undefined) throw new Error("no example");
  const context = { ...contextOf(example), profile: undefined };
  expect(assessReadiness(example.shoot, example.step, context)).toMatchObject({ result: "not-looked" });
  expect(assessReadiness(example.shoot, example.step, context).unread).toContain("profile");
  const blocked = plantedObstacles.find(({ finding }) => finding === "not-reconciled")?.plant(example);
  if (blocked === undefined) throw new Error("no obstacle");
  expect(assessReadiness(blocked.shoot, blocked.step, context)).toMatchObject({ result: "not-ready" });
});

test.each([
  ["a move to another Seed", "spec-frozen", "blocks"],
  ["an interrupted operation", "operation-running", "note"],
])("%s needs nobody but Gardener: %s %s", (planted, id, severity) => {
  const [example] = fc.sample(examplesWithoutObstacle, 1);
  const { plant } = plantedObstacles.find(({ name }) => name === planted) ?? {};
  if (example === undefined || plant === undefined) throw new Error("no example");
  expect(assess(plant(example)).findings).toEqual([expect.objectContaining({ id, severity, fixer: "gardener" })]);
});

describe("whether Gardener rolls a step out", () => {
  const seed = { name: "seed", stopped: false };
  const [unobstructed] = fc.sample(examplesWithoutObstacle, 1);
  const exampleWith = (given: { readonly confined: boolean; readonly annotations?: Record<string, string> }) => {
    if (unobstructed === undefined) throw new Error("no example");
    const { shoot, profile } = unobstructed;
    const maintenance = { ...shoot.spec.maintenance, confineSpecUpdateRollout: given.confined };
    const lastOperation = { type: "Reconcile", state: "Failed" };
    return {
      profile,
      shoot: {
        metadata: { ...shoot.metadata, ...(given.annotations && { annotations: given.annotations }) },
        spec: { ...shoot.spec, maintenance },
        status: { ...shoot.status, lastOperation, gardener: { id: "", name: "", version: "v1.150.0" } },
      },
      step: { from: unobstructed.step.from, to: unobstructed.step.to, way: "forced" as const, at: readinessNow },
    };
  };
  const findingsOf = (example: ReadinessExample, view: DiagnosisContext) =>
    assessReadiness(example.shoot, example.step, { ...contextOf(example), view }).findings;

  test("a Seed that is not ready starts nothing, so that the step changes the specification only", () => {
    if (unobstructed === undefined) throw new Error("no example");
    const { findings, result } = assessReadiness(unobstructed.shoot, unobstructed.step, {
      ...contextOf(unobstructed),
      view: { seed: { ...seed, problem: "conditions" } },
    });
    expect(findings).toEqual([
      expect.objectContaining({ id: "not-reconciled", blocker: "seed-not-ready", seed: "seed", fixer: "operator" }),
    ]);
    expect(result).toBe("not-ready");
  });

  test("a failed operation of a confined cluster stays so, also on a Seed that is not ready", () => {
    const example = exampleWith({ confined: true });
    for (const view of [
      { seed: { ...seed, release: "v1.150.0" } },
      { seed: { ...seed, problem: "conditions" as const } },
    ]) {
      expect(findingsOf(example, view).map(({ id }) => id)).toEqual(["failed-and-confined"]);
    }
  });

  test("one that a newer gardenlet, a temporary error or maintenance starts again does not", () => {
    const confined = exampleWith({ confined: true });
    const again = (example: ReadinessExample, view: DiagnosisContext) =>
      findingsOf(example, view).map((finding) => [finding.id, finding.id === "operation-failed" && finding.again]);
    expect(again(confined, { seed: { ...seed, release: "v1.151.0" } })).toEqual([["operation-failed", "gardener"]]);
    const lastErrors = [{ description: "later", codes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] }];
    const limited = { ...confined, shoot: { ...confined.shoot, status: { ...confined.shoot.status, lastErrors } } };
    expect(again(limited, { seed })).toEqual([["operation-failed", "gardener"]]);
    const annotated = { annotations: { "maintenance.shoot.gardener.cloud/needs-retry-operation": "true" } };
    expect(again(exampleWith({ confined: true, ...annotated }), { seed })).toEqual([
      ["operation-failed", "maintenance"],
    ]);
    expect(again(exampleWith({ confined: false, ...annotated }), { seed })).toEqual([
      ["operation-failed", "maintenance"],
    ]);
    expect(again(exampleWith({ confined: false }), { seed })).toEqual([["operation-failed", "step"]]);
  });

  test("is not known of a Seed that could not be read, which is said", () => {
    if (unobstructed === undefined) throw new Error("no example");
    const unreadWith = (view: DiagnosisContext) =>
      assessReadiness(unobstructed.shoot, unobstructed.step, { ...contextOf(unobstructed), view }).unread;
    expect(unreadWith({})).toContain("seed");
    expect(unreadWith({ seed })).not.toContain("seed");
  });
});

test("a pool that is updated in place replaces no nodes: neither the window nor refused machines concern it", () => {
  const [unobstructed] = fc.sample(examplesWithoutObstacle, 1);
  const { plant } =
    plantedObstacles.find(({ name }) => name === "a window that is too short for the fewest nodes") ?? {};
  if (unobstructed === undefined || plant === undefined) throw new Error("no example");
  const example = plant(unobstructed);
  const [first] = example.shoot.spec.provider.workers ?? [];
  if (first === undefined) throw new Error("no pool");
  const status = { ...example.shoot.status, lastErrors: [{ description: "", codes: ["ERR_INFRA_QUOTA_EXCEEDED"] }] };
  const idsWith = (updateStrategy: string) => {
    const provider = { ...example.shoot.spec.provider, workers: [{ ...first, updateStrategy }] };
    return assess({
      ...example,
      shoot: { ...example.shoot, status, spec: { ...example.shoot.spec, provider } },
    }).findings.map(({ id }) => id);
  };
  expect(idsWith("AutoRollingUpdate")).toEqual(["capacity", "window-short"]);
  expect(idsWith("AutoInPlaceUpdate")).toEqual([]);
});
