import { meetsExpectation } from "./compare-expectation.ts";
import { adapterOf } from "./registry.ts";
import type { ConformanceVector } from "./vector/vector.ts";

/** Result of one test vector. */
export type VectorOutcome =
  | { readonly passed: true }
  | { readonly passed: false; readonly reason: "unknown area" }
  | { readonly passed: false; readonly reason: "mismatch"; readonly want: unknown; readonly got: unknown }
  | { readonly passed: false; readonly reason: "thrown"; readonly want: unknown; readonly error: unknown };

/** Runs one test vector through the policy core. A missing adapter and an exception count as failures. */
export function runVector(vector: ConformanceVector): VectorOutcome {
  const adapter = adapterOf(vector.area);
  if (!adapter) return { passed: false, reason: "unknown area" };
  const want = vector.expect;
  try {
    const got = adapter.run(vector);
    return meetsExpectation(got, want, adapter.lists)
      ? { passed: true }
      : { passed: false, reason: "mismatch", want, got };
  } catch (error) {
    return { passed: false, reason: "thrown", want, error };
  }
}

/** Describes a failed test vector: id, area, expected and actual result. */
export function describeFailure(vector: ConformanceVector, outcome: VectorOutcome): string {
  const head = `${vector.id} (${vector.area})`;
  if (outcome.passed) return `${head}: passed`;
  if (outcome.reason === "unknown area") return `${head}: unknown area`;
  const want = `  want ${JSON.stringify(outcome.want)}`;
  const got = outcome.reason === "thrown" ? `threw ${String(outcome.error)}` : `got  ${JSON.stringify(outcome.got)}`;
  return `${head}:\n${want}\n  ${got}`;
}
