import { describe, expect, test } from "vitest";
import type { Act } from "#lib/contract/act.ts";
import { planAct } from "./plan-act.ts";
import { actShoot } from "./preview-input.fixture.ts";

const now = "gardener.cloud/operation";
const planned = "maintenance.gardener.cloud/operation";

const withAnnotations = (annotations: Record<string, string>) =>
  actShoot({ metadata: { name: "prod-eu1", annotations } });

/** The planned write, or the code of the reason why the action is not possible. */
function outcomeOf(act: Act, annotations: Record<string, string> = {}): unknown {
  const plan = planAct(withAnnotations(annotations), act, {});
  return plan.ok ? plan.value.steps.map((step) => (step.verb === "patch" ? step.body : step.verb)) : plan.error.code;
}

const annotating = (key: string, value: string | null) => [{ metadata: { annotations: { [key]: value } } }];
const operation = (id: string, more: { pools?: string[]; when?: "now" | "in-window" } = {}): Act => {
  return { kind: "operation", id, when: "now", ...more };
};

describe("an operation now", () => {
  test.each<[string, Act, Record<string, string>, unknown]>([
    ["is written when nothing is pending", operation("reconcile"), {}, annotating(now, "reconcile")],
    [
      "joins what is pending",
      operation("rotate-ca-start"),
      { [now]: "rotate-ssh-keypair" },
      annotating(now, "rotate-ssh-keypair;rotate-ca-start"),
    ],
    [
      "that must stand alone waits for what is pending",
      operation("maintain"),
      { [now]: "reconcile" },
      "must-stand-alone",
    ],
    ["waits for one that must stand alone", operation("reconcile"), { [now]: "retry" }, "must-stand-alone"],
    ["a retry absorbs a pending reconcile", operation("retry"), { [now]: "reconcile" }, annotating(now, "retry")],
    [
      "that is pending already is not written again",
      operation("reconcile"),
      { [now]: "reconcile" },
      "requested-already",
    ],
    [
      "names its pools",
      operation("rollout-workers", { pools: ["data", "web"] }),
      {},
      annotating(now, "rollout-workers=data,web"),
    ],
    ["that needs pools is refused without them", operation("rotate-rollout-workers"), {}, "pools-needed"],
    ["for the whole cluster takes no pools", operation("reconcile", { pools: ["data"] }), {}, "no-pools-taken"],
    ["that nobody knows is refused", operation("rotate-everything"), {}, "unknown-operation"],
    ["that travels by other means is refused", operation("hibernate"), {}, "unknown-operation"],
  ])("%s", (_, act, annotations, expected) => {
    expect(outcomeOf(act, annotations)).toEqual(expected);
  });

  test.each([
    ["v1.132.0", "must-stand-alone"],
    ["v1.133.0", undefined],
  ])("on %s, which takes one or several, waits or joins", (version, obstacle) => {
    const shoot = withAnnotations({ [now]: "rotate-ssh-keypair" });
    const reported = { ...shoot, status: { ...shoot.status, gardener: { version } } };
    const plan = planAct(reported, operation("rotate-ca-start"), {});
    expect(plan.ok ? undefined : plan.error.code).toBe(obstacle);
  });
});

describe("the plan for the window", () => {
  const inWindow = { when: "in-window" } as const;
  test.each<[string, Act, Record<string, string>, unknown]>([
    [
      "joins what is planned and leaves what is pending alone",
      operation("rotate-ssh-keypair", inWindow),
      { [planned]: "reconcile", [now]: "rotate-ca-start" },
      annotating(planned, "reconcile;rotate-ssh-keypair"),
    ],
    ["does not take a retry", operation("retry", inWindow), {}, "not-schedulable"],
    ["does not take a maintenance", operation("maintain", inWindow), {}, "not-schedulable"],
    ["does not take a forced in-place update", operation("force-in-place-update", inWindow), {}, "not-schedulable"],
  ])("%s", (_, act, annotations, expected) => {
    expect(outcomeOf(act, annotations)).toEqual(expected);
  });

  test.each([
    ["the last one takes the annotation away", "reconcile", "reconcile", annotating(planned, null)],
    ["one of several leaves the others", "a;b;c", "b", annotating(planned, "a;c")],
    [
      "one with pools is named as it is written",
      "rollout-workers=a,b;reconcile",
      "rollout-workers=a,b",
      annotating(planned, "reconcile"),
    ],
    ["part of another is not taken for it", "rotate-ca-start", "rotate-ca", "not-scheduled"],
    ["what is not planned any more is said", "", "reconcile", "not-scheduled"],
  ])("unschedule: %s", (_, value, taken, expected) => {
    expect(outcomeOf({ kind: "unschedule", operation: taken }, value === "" ? {} : { [planned]: value })).toEqual(
      expected,
    );
  });
});

describe("a change", () => {
  const change = (patch: object, about: "manifest" | "auto-update" = "auto-update"): Act => ({
    kind: "change",
    about,
    patch,
  });

  test("is sent as it was given", () => {
    const patch = { spec: { hibernation: { enabled: true } }, metadata: { labels: { team: null } } };
    expect(outcomeOf(change(patch))).toEqual([patch]);
  });

  test.each([[{}], [{ spec: {} }], [{ metadata: {} }], [{ metadata: { labels: {}, annotations: {} } }]])(
    "%j is empty",
    (patch) => {
      expect(outcomeOf(change(patch))).toBe("empty-change");
    },
  );

  test.each([
    "gardener.cloud/operation",
    "maintenance.gardener.cloud/operation",
    "confirmation.gardener.cloud/deletion",
    "confirmation.gardener.cloud/force-deletion",
    "deletion.gardener.cloud/confirmed-by",
  ])("does not set %s by the way, but a whole manifest may", (key) => {
    const patch = { metadata: { annotations: { [key]: "true" } } };
    expect(outcomeOf(change(patch))).toBe("kept-annotation");
    expect(outcomeOf(change(patch, "manifest"))).toEqual([patch]);
  });

  test("replaces lists as a whole and takes away what is null", () => {
    const shoot = actShoot({ metadata: { name: "prod-eu1", labels: { team: "a", tier: "b" } } });
    const plan = planAct(
      shoot,
      change({ metadata: { labels: { team: null } }, spec: { provider: { workers: [] } } }),
      {},
    );
    expect(plan.ok && plan.value.after.metadata.labels).toEqual({ tier: "b" });
    expect(plan.ok && plan.value.after.spec.provider.workers).toEqual([]);
    expect(plan.ok && plan.value.after.spec.provider.type).toBe("aws");
  });
});

test("a deletion is confirmed first, then requested", () => {
  const confirming = { metadata: { annotations: { "confirmation.gardener.cloud/deletion": "true" } } };
  expect(outcomeOf({ kind: "delete" })).toEqual([confirming, "delete"]);
});

test("a deletion by force is one annotation", () => {
  expect(outcomeOf({ kind: "force-delete" })).toEqual(annotating("confirmation.gardener.cloud/force-deletion", "true"));
});
