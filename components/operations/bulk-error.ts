import { ApiProblem, requestErrorOf } from "#components/data/calls/api-problem.ts";
import type { BulkError } from "#lib/act/bulk/bulk-event.ts";

/** Converts the error of an API call, including the time after which the server allows a retry. */
export function bulkErrorOf(error: unknown): BulkError {
  const seconds = error instanceof ApiProblem ? error.problem?.retryAfterSeconds : undefined;
  return { ...requestErrorOf(error), ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }) };
}
