import { describe, expect, test } from "vitest";
import { shootHealth, statusLabel } from "./status-label.ts";

const conditions = (...statuses: string[]) => statuses.map((status, index) => ({ type: `C${index}`, status }));

describe("the status label", () => {
  test.each([
    { rule: "an absent last operation is healthy", label: "healthy" },
    {
      rule: "a Create that is not finished ignores conditions",
      operation: { type: "Create", state: "Error" },
      statuses: ["False"],
      label: "healthy",
    },
    {
      rule: "a Delete with errors is unhealthy",
      operation: { type: "Delete", state: "Processing" },
      errors: [{}],
      label: "unhealthy",
    },
    {
      rule: "a running reconcile takes the worst condition",
      operation: { type: "Reconcile", state: "Processing" },
      statuses: ["True", "Progressing"],
      label: "progressing",
    },
    {
      rule: "a leftover error makes a running reconcile unhealthy",
      operation: { type: "Reconcile", state: "Processing" },
      errors: [{ codes: null }],
      statuses: ["True"],
      label: "unhealthy",
    },
    {
      rule: "Unknown is worse than Progressing",
      operation: { type: "Reconcile", state: "Succeeded" },
      statuses: ["Progressing", "Unknown", "True"],
      label: "unknown",
    },
    {
      rule: "a condition status newer than this build counts as unhealthy",
      operation: { type: "Reconcile", state: "Succeeded" },
      statuses: ["Sideways"],
      label: "unhealthy",
    },
    {
      rule: "a state newer than this build is not Succeeded",
      operation: { type: "Reconcile", state: "Paused" },
      label: "unhealthy",
    },
    { rule: "a Pending that names no type is unhealthy", operation: { state: "Pending" }, label: "unhealthy" },
  ])("$rule", ({ operation, errors, statuses, label }) => {
    expect(statusLabel(operation, errors ?? null, conditions(...(statuses ?? [])))).toBe(label);
  });

  test("nulls within lists are passed over", () => {
    expect(statusLabel({ type: "Reconcile", state: "Succeeded" }, null, [null, { type: "A", status: "True" }])).toBe(
      "healthy",
    );
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
