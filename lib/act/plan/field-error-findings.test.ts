import { describe, expect, test } from "vitest";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { findingsOfFieldErrors } from "./field-error-findings.ts";

const gates = "spec.kubernetes.kubeAPIServer.featureGates";
const unknownGate = (gate: string): FieldError => ({
  path: `${gates}.${gate}`,
  code: "FEATURE_GATE_UNKNOWN",
  type: "Invalid",
  facts: { gate },
});
const immutable = (path: string): FieldError => ({ path, code: "IMMUTABLE", type: "Invalid" });
const many = (count: number) => Array.from({ length: count }, (_, index) => unknownGate(`Gate.of${index}`));

describe("what a change breaks is told so that it can be read", () => {
  test("a few faults of one rule are all told, each with its field", () => {
    expect(findingsOfFieldErrors(many(5)).map(({ field }) => field)).toEqual(many(5).map(({ path }) => path));
  });

  test("of thousands the first are told, and how many more there are", () => {
    const told = findingsOfFieldErrors(many(4_950));
    expect(told).toHaveLength(6);
    expect(told.slice(0, 5)).toEqual(findingsOfFieldErrors(many(5)));
    expect(told.at(-1)).toEqual({
      id: "FEATURE_GATE_UNKNOWN",
      sentence: "The same is wrong 4,945 more times.",
      field: gates,
    });
  });

  test("a single one more counts as one", () => {
    expect(findingsOfFieldErrors(many(6)).at(-1)?.sentence).toBe("The same is wrong 1 more time.");
  });

  test("no other fault is left out for it, nor one of the same rule in another place", () => {
    const others = [immutable("spec.region"), immutable("spec.networking.pods")];
    expect(findingsOfFieldErrors([...many(9), ...others]).slice(-2)).toEqual(findingsOfFieldErrors(others));
  });

  test("the pools of a list are one place", () => {
    const faults = Array.from({ length: 8 }, (_, index) => immutable(`spec.provider.workers[${index}].machine.type`));
    expect(findingsOfFieldErrors(faults).at(-1)).toMatchObject({
      sentence: "The same is wrong 3 more times.",
      field: "spec.provider.workers.machine",
    });
  });
});
