import { expect, test } from "vitest";
import type { ReadinessFinding, ReadinessFindingId } from "#lib/policy/readiness/readiness-finding.ts";
import { describeReadinessCertainty, describeReadinessFinding } from "./readiness-descriptions.ts";

const base = { severity: "risk", fixer: "user", certainty: "known" } as const;
const pools = ["data"];
const found = {
  ...base,
  objects: { listed: [{ kind: "Pod", namespace: "shop", name: "web" }], total: 3 },
  incomplete: ["pods"],
} as const;
const drain = { seconds: 7_200, isDefault: true };

/** A sample of each kind of finding. The type makes the compiler report a missing one. */
const samples: { readonly [Id in ReadinessFindingId]: ReadinessFinding<Id> } = {
  refused: { ...base, id: "refused", error: { path: "spec.addons", code: "FIELD_NOT_SUPPORTED", type: "Forbidden" } },
  "not-reconciled": { ...base, id: "not-reconciled", blocker: "seed-stopped", seed: "aws-eu1" },
  "perhaps-ignored": { ...base, id: "perhaps-ignored" },
  "failed-and-confined": { ...base, id: "failed-and-confined", operation: "Reconcile" },
  "operation-failed": { ...base, id: "operation-failed", operation: undefined, again: "step" },
  "operation-retrying": { ...base, id: "operation-retrying", operation: "Reconcile" },
  "operation-running": { ...base, id: "operation-running", operation: "Reconcile", isInterrupted: false },
  "spec-frozen": { ...base, id: "spec-frozen", isFailed: false },
  "field-changed": { ...base, id: "field-changed", cleanup: { field: "addons", effect: "removed" } },
  constraint: {
    ...base,
    id: "constraint",
    type: "MaintenancePreconditionsSatisfied",
    consequence: "maintenance-may-fail",
  },
  "conditions-failing": { ...base, id: "conditions-failing", types: ["EveryNodeReady"] },
  "conditions-unknown": { ...base, id: "conditions-unknown", types: ["EveryNodeReady"] },
  rotation: { ...base, id: "rotation", family: "serviceAccountKey", step: "preparing", wait: undefined },
  capacity: { ...base, id: "capacity", code: "ERR_INFRA_QUOTA_EXCEEDED" },
  "in-place-pending": { ...base, id: "in-place-pending", pools },
  "in-place-manual": { ...base, id: "in-place-manual", pools },
  "pools-behind": { ...base, id: "pools-behind", pools },
  "window-short": {
    ...base,
    id: "window-short",
    pools,
    windowSeconds: 1_800,
    usualSeconds: { least: 3_600, most: 7_200 },
    mostSeconds: 86_400,
  },
  "removed-api-used": {
    ...found,
    id: "removed-api-used",
    api: "batch/v1beta1",
    kinds: ["CronJob"],
    replacement: "batch/v1",
    isRequested: undefined,
    managers: ["helm"],
  },
  "deprecated-api-used": {
    ...found,
    id: "deprecated-api-used",
    apis: [{ api: "batch/v1beta1", resource: "cronjobs", removedIn: "1.25" }],
  },
  "budget-impossible": { ...found, id: "budget-impossible", why: "max-unavailable-zero", drain },
  "budget-exhausted": { ...found, id: "budget-exhausted", drain },
  "budget-not-observed": { ...found, id: "budget-not-observed", drain },
  "several-budgets": { ...found, id: "several-budgets", drain: { seconds: 600, isDefault: false } },
  "pods-without-controller": { ...found, id: "pods-without-controller" },
  "pods-with-local-data": { ...found, id: "pods-with-local-data" },
  "pods-not-safe-to-evict": { ...found, id: "pods-not-safe-to-evict" },
  "pods-waiting": { ...found, id: "pods-waiting", reasons: ["Unschedulable"] },
  "jobs-interrupted": { ...found, id: "jobs-interrupted", fails: true },
  "single-replica": { ...found, id: "single-replica" },
  "volume-zone-gone": { ...found, id: "volume-zone-gone", zones: ["eu-1a"] },
  "volume-zone-empty": { ...found, id: "volume-zone-empty", zones: ["eu-1a"] },
  "volume-local": { ...found, id: "volume-local" },
  "webhook-unreachable": { ...found, id: "webhook-unreachable", services: found.objects, stopsRoll: true },
  "webhook-problematic": {
    ...found,
    id: "webhook-problematic",
    problem: "slow",
    repairs: [],
    isExcludedFromRemediation: false,
  },
  "certificates-ending": { ...found, id: "certificates-ending", at: 0 },
  "certificates-ended": { ...found, id: "certificates-ended" },
  "api-service-unavailable": { ...found, id: "api-service-unavailable" },
  "nodes-not-ready": { ...found, id: "nodes-not-ready" },
  "nodes-under-pressure": { ...found, id: "nodes-under-pressure", pressures: ["DiskPressure"] },
  "nodes-cordoned": { ...found, id: "nodes-cordoned" },
};

test.each(Object.values(samples))(
  "a finding $id says what is the case, what happens if nothing is done, and how it is fixed",
  (finding) => {
    const { sentence, unless, how } = describeReadinessFinding(finding, "forced");
    for (const part of [sentence, unless, how]) {
      expect(part).toMatch(/^\S.*\.$/);
      expect(part).not.toMatch(/[{}]|undefined/);
    }
  },
);

test("objects beyond the first are counted, and parts that were not read are said with the certainty", () => {
  const finding = samples["budget-exhausted"];
  expect(describeReadinessFinding(finding, "forced").sentence).toBe(
    "Budgets that allow no eviction at present: shop/web and 2 others.",
  );
  expect(describeReadinessCertainty(finding)).toBe("Known from the cluster's objects. Not read completely: Pods.");
});

test("objects of several kinds are named with their kind", () => {
  const limit = (kind: string) => ({ kind, namespace: undefined, name: "replica-limit" });
  const objects = { listed: [limit("ValidatingAdmissionPolicy"), limit("ValidatingAdmissionPolicyBinding")], total: 2 };
  expect(describeReadinessFinding({ ...samples["removed-api-used"], objects }, "chosen").sentence).toContain(
    "Written so: ValidatingAdmissionPolicy replica-limit and ValidatingAdmissionPolicyBinding replica-limit, by helm.",
  );
});

test("a held drain names the pool's own limit as such", () => {
  expect(describeReadinessFinding(samples["several-budgets"], "forced").unless).toBe(
    "Each node with such a Pod is held up for 10 min, the machineDrainTimeout of its pool. Then the Pods are deleted at once, whatever the budget says.",
  );
});

test("the time of a roll is an interval, with its assumption beside it", () => {
  expect(describeReadinessFinding(samples["window-short"], "forced").sentence).toBe(
    "Pool data: replacing the nodes takes 1 h to 2 h if each is ready after three minutes and draining takes no time, at most 24 h; the window has 30 min.",
  );
});

test("an operation that a restart of Gardener interrupts is not told as an error", () => {
  const interrupted = { ...samples["operation-running"], isInterrupted: true };
  expect(describeReadinessFinding(interrupted, "forced").sentence).toBe(
    "Reconcile was interrupted by a restart of Gardener, which takes it up again.",
  );
});

test("a move that has failed needs a remedy, one under way only time", () => {
  const how = (isFailed: boolean) => describeReadinessFinding({ ...samples["spec-frozen"], isFailed }, "chosen").how;
  expect([how(false), how(true)]).toEqual(["No action needed.", "Fix the cause, then retry."]);
});

test.each([
  ["gardener", "Gardener starts it again, and without a remedy it meets the same cause."],
  ["maintenance", "The maintenance run starts it again, and without a remedy it meets the same cause."],
  ["step", "The step starts it again, and without a remedy it meets the same cause."],
] as const)("a failed operation says what starts it again: %s", (again, unless) => {
  expect(describeReadinessFinding({ ...samples["operation-failed"], again }, "forced")).toMatchObject({ unless });
});
