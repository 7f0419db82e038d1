import { describe, expect, test } from "vitest";
import { addOperationToAnnotation } from "./compose.ts";
import { operationShootWith } from "./operation-shoot.fixture.ts";
import { prepareUpdate } from "./strategy.ts";
import { validateOperationsOnUpdate } from "./validate-operations.ts";

describe("adding an operation to the annotation", () => {
  test.each([
    { current: undefined, operation: "reconcile", annotation: "reconcile", changed: true },
    { current: "", operation: "reconcile", annotation: "reconcile", changed: true },
    {
      current: "rotate-ssh-keypair",
      operation: "reconcile",
      annotation: "rotate-ssh-keypair;reconcile",
      changed: true,
    },
    { current: "reconcile", operation: "retry", annotation: "retry", changed: true },
    { current: " reconcile ; ", operation: "reconcile", annotation: "reconcile", changed: false },
  ])("H5: '$current' with $operation gives '$annotation'", ({ current, operation, annotation, changed }) => {
    expect(addOperationToAnnotation(current, operation)).toEqual({ ok: true, annotation, changed });
  });

  test.each([
    { current: "rotate-ssh-keypair", operation: "retry", blockedBy: ["rotate-ssh-keypair"] },
    { current: "maintain", operation: "reconcile", blockedBy: ["maintain"] },
  ])("$operation finds no room beside $current", ({ current, operation, blockedBy }) => {
    expect(addOperationToAnnotation(current, operation)).toEqual({ ok: false, blockedBy });
  });
});

describe("preparing an update", () => {
  test("a separator at the end leaves nothing behind once reconcile is consumed", () => {
    const update = prepareUpdate(operationShootWith(), operationShootWith({ operation: "reconcile;" }));
    expect(update.generationDelta).toBe(1);
    expect(validateOperationsOnUpdate(update.shoot)).toEqual([]);
  });

  test("never changes the object it is given", () => {
    const before = operationShootWith();
    const wanted = operationShootWith({ operation: "reconcile;reconcile" });
    const copy = structuredClone(wanted);
    prepareUpdate(before, wanted);
    expect(wanted).toEqual(copy);
  });

  test("a planned operation that is impossible in sleep is refused at the hibernation too", () => {
    const shoot = operationShootWith({
      planned: "rotate-etcd-encryption-key",
      spec: { hibernation: { enabled: true } },
    });
    const fields = validateOperationsOnUpdate(shoot).map(({ field }) => field);
    expect(fields).toEqual(["metadata.annotations[maintenance.gardener.cloud/operation]", "spec.hibernation.enabled"]);
  });
});
