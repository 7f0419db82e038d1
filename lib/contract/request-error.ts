import type { ProblemReason } from "./problem.ts";

/** Why a request of the browser failed. */
export interface RequestError {
  /** `unreachable` and `timeout` are the browser's own; the others come from the problem document. */
  readonly reason: ProblemReason | "unreachable" | "timeout";
  readonly detail?: string;
  readonly gardenMessage?: string;
  readonly gardenWhole?: string;
  readonly requestId?: string;
}
