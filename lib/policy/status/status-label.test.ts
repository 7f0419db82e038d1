import { describe, expect, test } from "vitest";
import { shootHealth, statusLabel } from "./status-label.ts";

const conditions = (...statuses: string[]) => statuses.map((status, index) => ({ type: `C${index}`, status }));

describe("the status label, of what no vector of Gardener's has", () => {
  test.each([
    ["Unknown is worse than Progressing", "Succeeded", ["Progressing", "Unknown", "True"], "unknown"],
    ["a condition status newer than this build counts as unhealthy", "Succeeded", ["Sideways"], "unhealthy"],
    ["a state newer than this build is not Succeeded", "Paused", [], "unhealthy"],
  ])("%s", (_rule, state, statuses, label) => {
    expect(statusLabel({ type: "Reconcile", state }, null, conditions(...statuses))).toBe(label);
  });

  test("nulls within lists are passed over", () => {
    const succeeded = { type: "Reconcile", state: "Succeeded" };
    expect(statusLabel(succeeded, null, [null, { type: "A", status: "True" }])).toBe("healthy");
    expect(statusLabel(null, undefined, undefined)).toBe("healthy");
  });
});

describe("how a Shoot is", () => {
  test.each([
    ["a restart of gardenlet makes nothing ill", "Reconcile", "Aborted", ["True"], [], "progressing"],
    ["a condition that is False does, restart or not", "Reconcile", "Aborted", ["False"], [], "unhealthy"],
    ["errors do, too", "Reconcile", "Aborted", ["True"], [{}], "unhealthy"],
    ["nothing is known of what gardenlet passed over", undefined, "Pending", [], [], "unknown"],
    ["what failed is unhealthy, as its label says", "Reconcile", "Failed", ["True"], [], "unhealthy"],
    ["every other is what its label says", "Reconcile", "Succeeded", ["Progressing"], [], "progressing"],
  ] as const)("%s", (_rule, type, state, statuses, errors, health) => {
    expect(shootHealth({ ...(type && { type }), state }, [...errors], conditions(...statuses))).toBe(health);
  });
});
