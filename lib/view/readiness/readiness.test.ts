import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { assessReadiness } from "#lib/policy/readiness/assess-readiness.ts";
import { nextMinorStep } from "#lib/policy/readiness/next-minor-step.ts";
import type { MinorStep } from "#lib/policy/readiness/readiness-finding.ts";
import { removedApis } from "#lib/policy/readiness/removed-apis.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryJson, arbitrarySubset } from "#lib/testing/odd-json.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeMinorStep } from "#lib/words/readiness/describe-minor-step.ts";
import { describeReadinessFinding } from "#lib/words/readiness/readiness-descriptions.ts";
import { describeRemovedApis } from "#lib/words/readiness/removed-apis-description.ts";
import { isRowOfStep } from "./is-row-of-step.ts";
import { commandOfReadinessFinding } from "./readiness-commands.ts";
import { readinessOfCluster } from "./readiness-of-cluster.ts";

const now = Date.parse("2026-11-24T12:00:00Z");

const objectAt = (odd: object) => {
  const kubernetes = fieldAt(odd, "kubernetes");
  return isRecord(kubernetes) ? kubernetes : {};
};

const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.34.1", classification: "preview" },
      { version: "1.33.9", classification: "deprecated" },
      { version: "1.33.8", classification: "supported" },
      { version: "1.33.7", classification: "supported" },
      { version: "1.32.4", classification: "supported" },
    ],
  },
};

function shootWith({ spec, metadata, status }: Partial<Shoot> = {}): Shoot {
  return {
    metadata: { name: "shop", namespace: "garden-pay", ...metadata },
    spec: {
      ...spec,
      kubernetes: { version: "1.32.4", ...spec?.kubernetes },
      provider: spec?.provider ?? { type: "local", workers: [] },
    },
    status: status ?? {},
  };
}

describe("the next minor", () => {
  const context = { forecast: undefined, profile, rules: newestRules, now };
  const forecastOf = (hops: readonly object[], rejections: readonly object[] = []): ForecastVariant =>
    JSON.parse(JSON.stringify({ lanes: [{ id: { kind: "control-plane" }, hops }], rejections }));
  const hop = (from: string, to: string, earliestAt: number) => ({ from, to, kind: "forced", earliestAt });

  test("that nobody plans is the newest supported version of the minor above", () => {
    expect(nextMinorStep(shootWith(), context)).toEqual({ from: "1.32.4", to: "1.33.8", way: "chosen" });
  });

  test("is said to be the newest that can be chosen only where no version of it is supported", () => {
    const sentenceWith = (classifications: readonly string[]) => {
      const next = classifications.map((classification, patch) => ({ version: `1.33.${patch}`, classification }));
      const versions = [...next, { version: "1.32.4", classification: "supported" }];
      const step = nextMinorStep(shootWith(), { ...context, profile: { kubernetes: { versions } } });
      return step && describeMinorStep(step, { clock: utcClock });
    };
    expect(sentenceWith(["supported", "deprecated", "preview"])).toBe(
      "The newest supported version of the next minor is 1.33.0.",
    );
    expect(sentenceWith(["deprecated", "deprecated"])).toBe(
      "The newest version of the next minor that you can choose is 1.33.1.",
    );
  });

  test("is the first that maintenance makes; patches before it are no minor", () => {
    const forecast = forecastOf([hop("1.32.4", "1.32.9", 1), hop("1.32.9", "1.33.7", 2), hop("1.33.7", "1.34.1", 3)]);
    expect(nextMinorStep(shootWith(), { ...context, forecast })).toEqual({
      from: "1.32.9",
      to: "1.33.7",
      way: "forced",
      at: 2,
      before: { kubernetes: "1.32.9", pools: [] },
    });
  });

  test("is also the one that a refused run would have made", () => {
    const attempted = [{ lane: { kind: "control-plane" }, from: "1.32.4", to: "1.33.7" }];
    const forecast = forecastOf([], [{ fromAt: 5, attempted }]);
    expect(nextMinorStep(shootWith(), { ...context, forecast })).toMatchObject({ to: "1.33.7", way: "forced", at: 5 });
  });

  test("does not exist where the profile has none, or cannot be read", () => {
    const newest = shootWith({ spec: { kubernetes: { version: "1.34.1" }, provider: { type: "local" } } });
    expect(nextMinorStep(newest, context)).toBeUndefined();
    expect(nextMinorStep(shootWith(), { ...context, profile: undefined })).toBeUndefined();
  });
});

describe("the page's readiness", () => {
  const snapshot = {
    id: "i",
    at: "2026-11-24T12:00:00Z",
    horizon: "2028-11-24T12:00:00Z",
    uid: "u",
    resourceVersion: "1",
  };
  const forecast = { outcome: "unknown", reason: "engine-failed" } as const;
  const shoot = shootWith();

  test("is assessed without a forecast too, from the same Shoot and profile", () => {
    const world = { shoot: { ...shoot }, profile: { ...profile } };
    const readiness = readinessOfCluster(
      { shoot, detail: { view: {} } },
      { snapshot, forecast, facts: [], overrides: [], world },
    );
    expect(readiness?.step).toEqual({ from: "1.32.4", to: "1.33.8", way: "chosen" });
    expect(readiness?.unread).toContain("inside");
  });

  test("is not given for a cluster in deletion", () => {
    const metadata = { name: "shop", namespace: "garden-pay", deletionTimestamp: "2026-11-24T11:00:00Z" };
    const world = { shoot: {}, profile: { ...profile } };
    const data = { snapshot, forecast, facts: [], overrides: [], world };
    expect(readinessOfCluster({ shoot: shootWith({ metadata }), detail: { view: {} } }, data)).toBeUndefined();
  });

  test("can be described, whatever the wire carries", () => {
    const specFields = ["addons", "kubernetes", "maintenance", "hibernation", "provider", "cloudProfile", "purpose"];
    const statusFields = ["conditions", "constraints", "lastOperation", "lastErrors", "credentials", "inPlaceUpdates"];
    const kubernetes = fc.constantFrom({ version: "1.32.4" }, { version: "1.33.7" });
    const wire = fc.record({
      metadata: fc.constant({ name: "shop", namespace: "garden-pay" }),
      spec: fc.tuple(arbitrarySubset(specFields, arbitraryJson), kubernetes).map(([odd, sound]) => ({
        provider: { workers: [] },
        ...odd,
        kubernetes: { ...objectAt(odd), ...sound },
      })),
      status: arbitrarySubset(statusFields, arbitraryJson),
    });
    fc.assert(
      fc.property(wire, (sent) => {
        const read = parseShoot(sent);
        if (read === undefined) return;
        const data = { snapshot, forecast, facts: [], overrides: [], world: { shoot: sent, profile: { ...profile } } };
        const readiness = readinessOfCluster({ shoot: read, detail: { view: {} } }, data);
        for (const finding of readiness?.findings ?? []) {
          expect(describeReadinessFinding(finding, "chosen").sentence).not.toBe("");
          commandOfReadinessFinding(finding, read);
        }
      }),
      { seed: 47, numRuns: caseCount(300, 5_000) },
    );
  });
});

test("a row is about the step if it moves the control plane so, or is the refusal of a run that would", () => {
  const step: MinorStep = { from: "1.32.4", to: "1.33.7", way: "forced" };
  const hopRow = (kind: "control-plane" | "pool-kubernetes", change: string) =>
    JSON.parse(
      JSON.stringify({ kind: "hop", change, lane: { kind, pool: "a" }, hop: { from: step.from, to: step.to } }),
    );
  const refused = {
    kind: "rejection",
    change: "same",
    rejection: { attempted: [{ lane: { kind: "control-plane" }, from: step.from, to: step.to }] },
  };
  expect(isRowOfStep(hopRow("control-plane", "same"), step)).toBe(true);
  expect(isRowOfStep(JSON.parse(JSON.stringify(refused)), step)).toBe(true);
  expect(isRowOfStep(hopRow("control-plane", "gone"), step)).toBe(false);
  expect(isRowOfStep(hopRow("pool-kubernetes", "same"), step)).toBe(false);
  expect(isRowOfStep(hopRow("control-plane", "same"), { ...step, to: "1.33.8" })).toBe(false);
});

describe("commands", () => {
  const chosen: MinorStep = { from: "1.32.4", to: "1.33.8", way: "chosen" };
  const commandsOf = (shoot: Shoot, step: MinorStep = chosen) =>
    assessReadiness(shoot, step, { profile, rules: newestRules, view: {}, now }).findings.map(
      (finding) => [finding.id, commandOfReadinessFinding(finding, shoot)] as const,
    );
  const of = "shoots.core.gardener.cloud shop --namespace garden-pay";

  test("a field that the version no longer has is removed where it stands", () => {
    const kubeControllerManager = { podEvictionTimeout: "1m" };
    const shoot = shootWith({
      spec: { kubernetes: { version: "1.32.4", kubeControllerManager }, provider: { type: "local" } },
    });
    const remove = `[{"op":"remove","path":"/spec/kubernetes/kubeControllerManager/podEvictionTimeout"}]`;
    expect(commandsOf(shoot)).toContainEqual(["refused", `kubectl patch ${of} --type json --patch '${remove}'`]);
  });

  test("a failed operation is retried, and an annotation that ignores the cluster is taken off", () => {
    const failed = shootWith({ status: { lastOperation: { type: "Reconcile", state: "Failed" } } });
    expect(commandsOf(failed)).toContainEqual([
      "operation-failed",
      `kubectl annotate ${of} gardener.cloud/operation=retry`,
    ]);
    const annotations = { "shoot.gardener.cloud/ignore": "true" };
    const ignored = shootWith({ metadata: { name: "shop", namespace: "garden-pay", annotations } });
    expect(commandsOf(ignored)).toContainEqual([
      "perhaps-ignored",
      `kubectl annotate ${of} shoot.gardener.cloud/ignore-`,
    ]);
  });

  test("only a rotation that waits for its owner is completed", () => {
    const rotating = (phase: string) =>
      shootWith({ status: { credentials: { rotation: { certificateAuthorities: { phase } } } } });
    expect(commandsOf(rotating("Prepared"))).toContainEqual([
      "rotation",
      `kubectl annotate ${of} gardener.cloud/operation=rotate-ca-complete`,
    ]);
    expect(commandsOf(rotating("Preparing"))).toContainEqual(["rotation", undefined]);
  });

  test("pools are raised to the version that the control plane has now, not to one that it has by the step", () => {
    const workers = [{ name: "a", machine: { type: "m" }, kubernetes: { version: "1.30.0" } }];
    const shoot = shootWith({ spec: { kubernetes: { version: "1.32.4" }, provider: { type: "local", workers } } });
    const step = { from: "1.32.9", to: "1.33.8", way: "forced", at: now } as const;
    const command = commandsOf(shoot, step).find(([id]) => id === "pools-behind")?.[1];
    expect(command).toContain('"value":"1.32.4"');
  });

  test("pools that are behind are raised to the control plane's version, but for those updated in place", () => {
    const machine = { type: "m" };
    const kubernetes = { version: "1.30.0" };
    const workers = [
      { name: "b", machine, kubernetes, updateStrategy: "ManualInPlaceUpdate" },
      { name: "a", machine, kubernetes },
    ];
    const shoot = shootWith({ spec: { kubernetes: { version: "1.32.4" }, provider: { type: "local", workers } } });
    const finding = {
      id: "pools-behind",
      severity: "risk",
      fixer: "user",
      certainty: "known",
      pools: ["a", "b"],
    } as const;
    const replace = `[{"op":"replace","path":"/spec/provider/workers/1/kubernetes/version","value":"1.32.4"}]`;
    expect(commandOfReadinessFinding(finding, shoot)).toBe(`kubectl patch ${of} --type json --patch '${replace}'`);
    expect(commandOfReadinessFinding({ ...finding, pools: ["b"] }, shoot)).toBeUndefined();
  });
});

describe("the sentence about removed APIs", () => {
  const sentence = (from: string, to: string) => describeRemovedApis(removedApis(`${from}.1`, `${to}.1`), to);

  test("names those that are served without being enabled, and says that nobody has looked whether they are used", () => {
    expect(sentence("1.28", "1.29")).toBe(
      "APIs that Kubernetes 1.29 removes: FlowSchema and PriorityLevelConfiguration (flowcontrol.apiserver.k8s.io/v1beta2); and 1 alpha API, which clusters have to enable. Whether the cluster uses them was not looked at.",
    );
    expect(sentence("1.25", "1.26")).toBe(
      "APIs that Kubernetes 1.26 removes: HorizontalPodAutoscaler (autoscaling/v2beta2); FlowSchema and PriorityLevelConfiguration (flowcontrol.apiserver.k8s.io/v1beta1). Whether the cluster uses them was not looked at.",
    );
  });

  test("says where only alpha versions end, where none does, and where the table does not reach", () => {
    expect(sentence("1.30", "1.31")).toMatch(/^Kubernetes 1\.31 removes 1 alpha API, .* was not looked at\.$/);
    expect(sentence("1.29", "1.30")).toBe("Kubernetes 1.30 removes no API that Almanac knows of.");
    expect(sentence("1.37", "1.38")).toBe("Which APIs Kubernetes 1.38 removes is not known here.");
    expect(sentence("1.22", "1.23")).toBe("Which APIs Kubernetes 1.23 removes is not known here.");
  });
});

test("what refuses a step is said of the run if maintenance makes it, of the step if somebody chooses it", () => {
  const finding = {
    id: "refused",
    severity: "blocks",
    fixer: "user",
    certainty: "known",
    error: { path: "spec.provider.workers[0].maxUnavailable", code: "BOTH_ZERO", type: "Invalid" },
  } as const;
  expect(describeReadinessFinding(finding, "chosen").unless).toBe("The API server refuses this step.");
  expect(describeReadinessFinding(finding, "forced").unless).toMatch(/^The API server refuses the whole/);
  expect(describeReadinessFinding(finding, "forced").sentence).toMatch(
    /^spec\.provider\.workers\[0\]\.maxUnavailable: /,
  );
});
