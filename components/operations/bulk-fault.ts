import { ApiProblem, faultOf } from "#components/data/calls/api-problem.ts";
import type { BulkFault } from "#lib/act/bulk/bulk-event.ts";

/** Returns the error of a call, with the time the server asks to wait. */
export function bulkFaultOf(error: unknown): BulkFault {
  const seconds = error instanceof ApiProblem ? error.problem?.retryAfterSeconds : undefined;
  return { ...faultOf(error), ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }) };
}
