import { describe, expect, test } from "vitest";
import { explainMaintenance } from "./explain-maintenance.ts";

describe("the last maintenance", () => {
  test("is taken apart into what it did", () => {
    const { state, done } = explainMaintenance({
      state: "Succeeded",
      description:
        'All maintenance operations successful. Control Plane: Updated Kubernetes version from 1.33.4 to 1.33.5. Reason: Automatic update of Kubernetes version configured, Worker pool "data": Updated machine image. Reason: it ends, as all do, Added "rotate-ssh-keypair;reconcile" operation annotation',
    });
    expect(state).toBe("succeeded");
    expect(done).toEqual([
      "Control Plane: Updated Kubernetes version from 1.33.4 to 1.33.5. Reason: Automatic update of Kubernetes version configured",
      'Worker pool "data": Updated machine image. Reason: it ends, as all do',
      'Added "rotate-ssh-keypair;reconcile" operation annotation',
    ]);
  });

  test("that the garden refused did nothing at all", () => {
    const explained = explainMaintenance({
      state: "Failed",
      description: "Maintenance failed",
      failureReason: 'Updates to the Shoot failed to be applied: Shoot "x" is invalid',
    });
    expect(explained).toMatchObject({ state: "refused", done: [], failures: ['Shoot "x" is invalid'] });
  });

  test("that went half well says how many", () => {
    const explained = explainMaintenance({
      state: "Failed",
      description: '(1/2) maintenance operations successful. Control Plane: updated, Worker pool "a": not updated',
      failureReason: 'Worker pool "a": no image',
    });
    expect(explained.state).toBe("partly");
    expect(explained.meaning).toMatch(/^1 of 2 things/);
    expect(explained.done).toHaveLength(2);
    expect(explained.failures).toEqual(['Worker pool "a": no image']);
  });

  test("of which nothing went well promises nothing", () => {
    expect(
      explainMaintenance({ state: "Failed", description: "(0/1) maintenance operations successful. X" }).state,
    ).toBe("failed");
  });

  test.each([
    [{ state: "Dreaming" }, /Dreaming, which Almanac does not know/],
    [{}, /does not say/],
    [{ state: "" }, /does not say/],
  ])("in the unknown state %j is not guessed", (last, meaning) => {
    expect(explainMaintenance(last)).toMatchObject({ state: "unrecognised", meaning: expect.stringMatching(meaning) });
  });

  test("keeps a description that is no list whole", () => {
    expect(explainMaintenance({ state: "Succeeded", description: "Maintenance succeeded" }).done).toEqual([
      "Maintenance succeeded",
    ]);
  });
});
