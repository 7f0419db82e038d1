import { ApiProblem, faultOf } from "#components/data/calls/api-problem.ts";
import type { BulkFault } from "#lib/act/bulk/bulk-event.ts";

/** Why a call gave no usable answer, and how long the server asks to wait. */
export function bulkFaultOf(error: unknown): BulkFault {
  const seconds = error instanceof ApiProblem ? error.problem?.retryAfterSeconds : undefined;
  return { ...faultOf(error), ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }) };
}
