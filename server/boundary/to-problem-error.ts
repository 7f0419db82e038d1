import "server-only";
import type { ProblemReason } from "#lib/contract/problem.ts";
import { GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { ProblemError, type ProblemFacts } from "./problem.ts";
import { shortenGardenMessage } from "./shorten-garden-message.ts";

/** Maps each kind of garden error to the problem reason that the browser gets. */
const reasons: Readonly<Record<GardenErrorReason, ProblemReason>> = {
  configuration: "garden-failed",
  "bad-request": "refused-by-garden",
  unreachable: "garden-unreachable",
  timeout: "garden-timeout",
  aborted: "garden-timeout",
  unauthorized: "session-expired",
  forbidden: "forbidden",
  "not-found": "not-found",
  "method-not-allowed": "refused-by-garden",
  "not-acceptable": "garden-failed",
  conflict: "conflict",
  "already-exists": "conflict",
  expired: "conflict",
  "version-too-large": "garden-timeout",
  "request-too-large": "too-large",
  "unsupported-media-type": "garden-failed",
  invalid: "refused-by-garden",
  "too-many-requests": "too-many-requests",
  internal: "garden-failed",
  unavailable: "garden-unreachable",
  "bad-answer": "garden-failed",
};

/**
 * Converts an error of the garden to a problem, with facts of the caller that replace those of the garden's answer. Other
 * errors are returned unchanged.
 */
export function toProblemErrorWith(error: unknown, factsOf: (error: GardenError) => ProblemFacts): unknown {
  const problem = toProblemError(error);
  if (problem === undefined || !(error instanceof GardenError)) return error;
  return new ProblemError(problem.reason, { ...problem.facts, ...factsOf(error) }, { cause: error });
}

/** Converts an error to a problem; undefined for an internal error, whose message must not reach the browser. */
export function toProblemError(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (!(error instanceof GardenError)) return undefined;
  const { gardenMessage, retryAfterSeconds } = error;
  const { message, causes, whole } = shortenGardenMessage(error);
  return new ProblemError(
    reasons[error.reason],
    {
      ...(gardenMessage === undefined ? {} : { gardenMessage: message }),
      ...(gardenMessage === undefined || whole === undefined ? {} : { gardenWhole: whole }),
      ...(causes.length === 0 ? {} : { causes }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    { cause: error },
  );
}
