import { ApiProblem, requestErrorOf } from "#components/data/calls/api-problem.ts";
import type { BulkError } from "#lib/act/bulk/bulk-event.ts";

/** Returns the error of a call, with the time the server asks to wait. */
export function bulkErrorOf(error: unknown): BulkError {
  const seconds = error instanceof ApiProblem ? error.problem?.retryAfterSeconds : undefined;
  return { ...requestErrorOf(error), ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }) };
}
