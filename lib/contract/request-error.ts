import type { ProblemReason } from "./problem.ts";

/** Reason why a request of the browser failed. */
export interface RequestError {
  /** Error reason: `unreachable` and `timeout` are found by the browser; others come from the problem document. */
  readonly reason: ProblemReason | "unreachable" | "timeout";
  readonly detail?: string;
  readonly gardenMessage?: string;
  readonly gardenWhole?: string;
  readonly requestId?: string;
}
