import { describe, expect, test } from "vitest";
import type { Act, ActCheck, ActPreview, PoolEffect } from "#lib/contract/act.ts";
import { utcClock } from "#lib/words/clock.ts";
import { actTraceOf } from "../follow/act-trace.ts";
import { endNotificationOf } from "../follow/end-notification.ts";
import {
  actHeadingLabel,
  confirmButtonLabel,
  describeOperationOfAct,
  isIrreversibleAct,
  isLikelyPopoverConfirmation,
} from "../plan/act-labels.ts";
import {
  consequenceKeyOf,
  emptyConfirmationInput,
  isPhraseMistyped,
  missingConfirmationLabel,
} from "../plan/consent.ts";
import { allowedPreview } from "./act-preview.fixture.ts";
import { changedPreviewSections } from "./preview-changes.ts";
import {
  affectedNodesLabel,
  checkCountsLabel,
  formatFieldValue,
  formatRange,
  formatSurge,
  rolloutTimeLabel,
  sortChecksBySeverity,
} from "./preview-labels.ts";

const reconcile: Act = { kind: "operation", id: "reconcile", when: "now" };
const update: Act = {
  kind: "change",
  about: "kubernetes-version",
  patch: { spec: { kubernetes: { version: "1.35.6" } } },
};

const preview = allowedPreview({
  sentence: "Update control plane 1.35.3 to 1.35.6 now.",
  changes: [{ path: "spec.kubernetes.version", before: "1.35.3", after: "1.35.6", by: "request" }],
  checks: [{ id: "path", verdict: "pass", sentence: "There is a path.", enforced: true }],
  request: [{ verb: "patch", body: { spec: { kubernetes: { version: "1.35.6" } } }, kubectl: "kubectl patch shoot" }],
});

describe("a newer preview", () => {
  test.each<{ name: string; now: Partial<ActPreview>; parts: readonly string[] }>([
    {
      name: "of another version, at another moment, under another name, says the same",
      now: { resourceVersion: "101", checkedAt: "2026-11-24T12:00:05Z", hash: "b".repeat(16) },
      parts: [],
    },
    {
      name: "with the keys of a field in another order says the same",
      now: {
        request: [
          { kubectl: "kubectl patch shoot", body: { spec: { kubernetes: { version: "1.35.6" } } }, verb: "patch" },
        ],
      },
      parts: [],
    },
    { name: "that would be refused is another sentence", now: { decision: "deny" }, parts: ["sentence"] },
    {
      name: "names every part that differs, in the order of the screen",
      now: {
        dryRun: { verdict: "refused", causes: [], warnings: [], standing: [] },
        when: { at: "maintenance-window", notes: [] },
      },
      parts: ["when", "dryRun"],
    },
    {
      name: "that asks for more consent is another one",
      now: { friction: { tier: "typed-name", consequences: [], phrase: "eu" } },
      parts: ["consent"],
    },
  ])("$name", ({ now, parts }) => {
    expect(changedPreviewSections(preview, { ...preview, ...now })).toEqual(parts);
  });

  test("of another Shoot of the same name differs in everything", () => {
    expect(changedPreviewSections(preview, { ...preview, uid: "u2" })).toHaveLength(9);
  });
});

describe("consent", () => {
  const first = { id: "nodes", sentence: "14 nodes are replaced." };
  const second = { id: "fields", sentence: "spec.addons is removed." };
  const friction: ActPreview["friction"] = { tier: "typed-name", consequences: [first, second], phrase: "prod-eu1" };
  const both = new Set([first, second].map(consequenceKeyOf));

  test.each([
    {
      name: "wants every consequence ticked",
      ticked: new Set<string>(),
      typed: "",
      missing: "Tick the 2 consequences first.",
    },
    {
      name: "counts what is left",
      ticked: new Set([consequenceKeyOf(first)]),
      typed: "prod-eu1",
      missing: "Tick the consequence first.",
    },
    { name: "wants the phrase", ticked: both, typed: "prod", missing: "Type prod-eu1 to confirm." },
    { name: "is exact about capitals", ticked: both, typed: "Prod-eu1", missing: "Type prod-eu1 to confirm." },
    {
      name: "overlooks blanks around it, as pasting brings them",
      ticked: both,
      typed: "  prod-eu1\n",
      missing: undefined,
    },
  ])("$name", ({ ticked, typed, missing }) => {
    expect(missingConfirmationLabel(friction, { ticked, typed })).toBe(missing);
  });

  test("a consequence that says something else now has to be ticked anew", () => {
    const more = { ...first, sentence: "20 nodes are replaced." };
    const asked = { ...friction, consequences: [more, second] };
    expect(missingConfirmationLabel(asked, { ticked: both, typed: "prod-eu1" })).toBe("Tick the consequence first.");
  });

  test("without consequences or phrase nothing is missing", () => {
    expect(missingConfirmationLabel({ tier: "dialog", consequences: [] }, emptyConfirmationInput)).toBeUndefined();
  });

  test("a mistyped phrase is said at once, an unfinished one is not", () => {
    expect(["", " ", "prod", "prod-eu1", "prod-eu2"].map((typed) => isPhraseMistyped("prod-eu1", typed))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe("the words of an act", () => {
  test.each<[string, string]>([
    ["Reconcile", "Reconcile shop/eu?"],
    ["Update to 1.35.6", "Update shop/eu to 1.35.6?"],
    ["Force delete", "Force delete shop/eu?"],
    ["Maintain now", "Maintain shop/eu?"],
    ["Complete the rotation of", "Complete the rotation of shop/eu?"],
    ["Change the maintenance window", "Change the maintenance window: shop/eu"],
  ])("%s is headed %s", (title, heading) => {
    expect(actHeadingLabel(title, "shop/eu")).toBe(heading);
  });

  test.each<[Act, string, "now" | "maintenance-window", string]>([
    [reconcile, "Reconcile", "now", "Reconcile now"],
    [{ ...reconcile, id: "maintain" }, "Maintain now", "now", "Maintain now"],
    [{ ...reconcile, id: "rotate-ca-complete" }, "Complete the rotation of", "now", "Complete the rotation now"],
    [{ ...reconcile, id: "rotate-ca-start" }, "Start rotation of the certificate authorities", "now", "Start now"],
    [{ kind: "change", about: "hibernation", patch: { spec: {} } }, "Wake up", "now", "Wake up now"],
    [{ ...reconcile, when: "in-window" }, "Reconcile", "maintenance-window", "Schedule"],
    [{ kind: "unschedule", operation: "reconcile" }, "Unschedule", "now", "Unschedule"],
    [update, "Update to 1.35.6", "now", "Update now"],
    [update, "Update to 1.35.6", "maintenance-window", "Update in the window"],
    [{ kind: "delete" }, "Delete", "now", "Delete"],
    [{ kind: "force-delete" }, "Force delete", "now", "Force delete"],
  ])("%j is sent by a button that says what it does", (act, title, when, words) => {
    expect(confirmButtonLabel(act, title, when)).toBe(words);
  });

  test("only what ends a cluster is red and asks for Cancel first", () => {
    expect(
      [reconcile, update, { kind: "delete" } as const, { kind: "force-delete" } as const].map(isIrreversibleAct),
    ).toEqual([false, false, true, true]);
  });

  test("what does no harm on a cluster that is well stands in a popover from the beginning", () => {
    const well = { health: "healthy", purpose: "testing" };
    expect(isLikelyPopoverConfirmation(reconcile, well)).toBe(true);
    expect(isLikelyPopoverConfirmation(reconcile, { ...well, purpose: "production" })).toBe(false);
    expect(isLikelyPopoverConfirmation(reconcile, { ...well, health: "unhealthy" })).toBe(false);
    expect(isLikelyPopoverConfirmation({ ...reconcile, id: "retry" }, { health: "unhealthy" })).toBe(true);
    expect(isLikelyPopoverConfirmation(update, well)).toBe(false);
  });

  test("an operation that this build does not know has no explanation, and no fault", () => {
    expect(describeOperationOfAct({ ...reconcile, id: "levitate" })).toBeUndefined();
    expect(describeOperationOfAct({ kind: "delete" })).toContain("removed for good");
  });

  test("what is followed carries nothing of the patch", () => {
    const secret: Act = {
      kind: "change",
      about: "manifest",
      patch: { metadata: { annotations: { token: "hunter2" } } },
    };
    expect(JSON.stringify(actTraceOf(secret))).not.toContain("hunter2");
    expect(actTraceOf(secret)).toEqual({ kind: "change", about: "manifest", ofSpec: false });
  });
});

describe("the words of a preview", () => {
  const check = (id: string, verdict: ActCheck["verdict"]): ActCheck => ({
    id,
    verdict,
    sentence: id,
    enforced: false,
  });

  test("what stands in the way comes first, what is fine last", () => {
    const checks = [check("a", "pass"), check("b", "block"), check("c", "unknown"), check("d", "warn")];
    expect(sortChecksBySeverity(checks).map(({ id }) => id)).toEqual(["b", "d", "c", "a"]);
    expect(checkCountsLabel(checks)).toBe("1 blocking, 1 warning, 1 not known, 1 passed");
    expect(checkCountsLabel([])).toBe("nothing to check");
  });

  test("numbers are given as certain as they are", () => {
    expect(formatRange({ least: 6, most: 6 })).toBe("6");
    expect(formatRange({ least: 4, most: 6 })).toBe("4–6");
    expect(formatSurge({ surge: 1, unavailable: 0 })).toBe("+1, −0");
  });

  const rollout = (least: number, most: number): NonNullable<PoolEffect["rollout"]> => ({
    strategy: "AutoRollingUpdate",
    nodes: { least, most },
    surge: 1,
    unavailable: 0,
    waves: { least, most },
    seconds: { least: least * 180, most: most * 3_600 },
    usualSeconds: most * 180,
    assumptions: [],
  });
  const pool = (effect: string, rolled?: NonNullable<PoolEffect["rollout"]>): PoolEffect => ({
    name: effect,
    effect,
    sentence: effect,
    triggers: [],
    ...(rolled && { rollout: rolled }),
  });

  test.each<[string, readonly PoolEffect[], string | undefined, string | undefined]>([
    ["no pool", [], undefined, undefined],
    ["pools that nothing happens to", [pool("none")], "Not affected", undefined],
    [
      "two that roll, beside each other",
      [pool("rollingUpdate", rollout(3, 6)), pool("rollingUpdate", rollout(8, 20))],
      "11–26 in 2 pools replaced",
      "usually within 1 h, at most 20 h",
    ],
    [
      "one that rolls and one that stays",
      [pool("rollingUpdate", rollout(4, 4)), pool("kubeletRestart")],
      "4 in 1 pool replaced; all in 1 pool stay, their kubelets restart",
      "usually within 12 min, at most 4 h",
    ],
    ["a deletion", [pool("deleted")], "All in 1 pool deleted", undefined],
    ["one that hibernates", [pool("hibernated")], "All in 1 pool removed", undefined],
    ["an effect of a newer server", [pool("levitate")], "Not affected", undefined],
  ])("%s: the nodes and the time at a glance", (_, pools, nodes, time) => {
    expect([affectedNodesLabel(pools), rolloutTimeLabel(pools)]).toEqual([nodes, time]);
  });

  test("a field that is not there is said to be not set, in either spelling", () => {
    expect([undefined, null, "1.35.6", false, { a: 1 }].map(formatFieldValue)).toEqual([
      "not set",
      "not set",
      "1.35.6",
      "false",
      '{"a":1}',
    ]);
  });
});

describe("what is said at the end", () => {
  const ended = { title: "Reconcile", target: { project: "shop", name: "eu" } };
  test.each([
    [{ step: "succeeded" }, "success", "Reconcile: shop/eu succeeded"],
    [{ step: "deleted" }, "success", "shop/eu is deleted"],
    [{ step: "failed", description: "quota" }, "error", "Reconcile: shop/eu failed"],
    [{ step: "scheduled", fromMs: Date.UTC(2026, 10, 24, 22) }, "info", "Reconcile: shop/eu is scheduled"],
    [{ step: "no-result" }, "info", "Reconcile: no result reported for shop/eu"],
    [{ step: "gone" }, "info", "shop/eu is no longer there"],
  ] as const)("%j", (progress, kind, title) => {
    expect(endNotificationOf(ended, progress, utcClock)).toMatchObject({ kind, title });
  });

  test("a failure says why, a plan says when", () => {
    expect(endNotificationOf(ended, { step: "failed", description: "quota" }, utcClock)?.detail).toBe("quota");
    const planned = endNotificationOf(ended, { step: "scheduled", fromMs: Date.UTC(2026, 10, 24, 22) }, utcClock);
    expect(planned?.detail).toContain("24 Nov 2026, 22:00");
  });

  test("a refusal was told where the act was", () => {
    expect(endNotificationOf(ended, { step: "refused", fault: { reason: "forbidden" } }, utcClock)).toBeUndefined();
  });
});
