import type { FleetRow } from "../contract/fleet.ts";
import type { OperationAccepted, RequestableOperation } from "../contract/operation.ts";
import type { ProblemReason } from "../contract/problem.ts";
import { parseInstant } from "../kube/instant.ts";
import { compareResourceVersions } from "../kube/resource-version.ts";

/** What the watch shows of a Shoot, as far as an operation's way can be read from it. */
export type Observation = Pick<
  FleetRow,
  "uid" | "resourceVersion" | "pendingOperation" | "observed" | "lastOperation" | "lastMaintenance"
>;

export interface RequestFault {
  /** `unreachable` and `timeout` are the browser's own; the others come from the problem document. */
  readonly reason: ProblemReason | "unreachable" | "timeout";
  readonly detail?: string;
  readonly gardenMessage?: string;
  readonly requestId?: string;
}

/** One request, from the click on. `before` is what the watch showed then: only what differs from it is an effect. */
export interface OperationRequest {
  readonly operation: RequestableOperation;
  readonly before: Observation;
  readonly sentAt: number;
  readonly answer?:
    | { readonly kind: "accepted"; readonly at: number; readonly accepted: OperationAccepted }
    | { readonly kind: "refused"; readonly at: number; readonly fault: RequestFault };
}

export type OperationProgress =
  | { readonly step: "sending" }
  | { readonly step: "refused"; readonly fault: RequestFault }
  /** No answer came: the garden may or may not have taken the request. */
  | { readonly step: "uncertain"; readonly fault: RequestFault }
  | { readonly step: "requested" }
  | { readonly step: "accepted" }
  | { readonly step: "running"; readonly progress: number | undefined; readonly type: string | undefined }
  | { readonly step: "succeeded" }
  | { readonly step: "retrying"; readonly description: string | undefined }
  | { readonly step: "failed"; readonly description: string | undefined }
  | { readonly step: "no-result" }
  | { readonly step: "gone" };

/** After this long without any sign, the screen stops waiting and says that no result was reported. */
export const noResultAfterMs = 10 * 60_000;

/** Faults after which nobody can tell whether the request arrived. */
const uncertainReasons: readonly RequestFault["reason"][] = ["unreachable", "timeout", "garden-timeout"];

/**
 * How far a request has come, read from the answer to it and from what the watch has shown since. Nothing is assumed:
 * "accepted" means that the garden consumed the annotation, and success is only what lastOperation reports afterwards.
 *
 * @param observed the row as the watch shows it now; undefined when the Shoot left the fleet
 * @param nowMs epoch milliseconds, of the same clock as `sentAt`
 */
export function operationProgress(
  { operation, before, sentAt, answer }: OperationRequest,
  observed: Observation | undefined,
  nowMs: number,
): OperationProgress {
  if (answer === undefined) return { step: "sending" };
  if (observed === undefined || observed.uid !== before.uid) return { step: "gone" };
  const effect = effectOf(operation, before, observed);
  if (answer.kind === "refused") return afterFault(answer.fault, { observed, before, effect });
  if (compareResourceVersions(observed.resourceVersion, answer.accepted.resourceVersion) < 0) {
    // The stream has not caught up with the answer; the answer itself already tells whether the garden consumed it.
    return isPending(operation, answer.accepted.annotation) ? { step: "requested" } : { step: "accepted" };
  }
  if (effect) return effect;
  if (isPending(operation, observed.pendingOperation)) return { step: "requested" };
  return nowMs - sentAt > noResultAfterMs ? { step: "no-result" } : { step: "accepted" };
}

/** Whether the button must wait: everything between the click and an observed end. */
export function isUnderWay({ step }: OperationProgress): boolean {
  return ["sending", "requested", "accepted", "running"].includes(step);
}

function afterFault(
  fault: RequestFault,
  { observed, before, effect }: { observed: Observation; before: Observation; effect: OperationProgress | undefined },
): OperationProgress {
  if (!uncertainReasons.includes(fault.reason)) return { step: "refused", fault };
  // Any sign of it in the watch settles the question.
  if (effect) return effect;
  if (observed.pendingOperation !== undefined && observed.pendingOperation !== before.pendingOperation)
    return { step: "requested" };
  return { step: "uncertain", fault };
}

function isPending(operation: RequestableOperation, annotation: string | undefined): boolean {
  return (annotation ?? "").split(";").some((part) => part.trim() === operation);
}

/** What happened since the click, when anything did. */
function effectOf(
  operation: RequestableOperation,
  before: Observation,
  observed: Observation,
): OperationProgress | undefined {
  const last = observed.lastOperation;
  if (operation === "maintain" && maintained(before, observed)) {
    if (observed.lastMaintenance?.state === "Failed") return { step: "failed", description: undefined };
    if (!isRunning(last?.state)) return { step: "succeeded" };
  }
  if (!last || !changed(before.lastOperation, last)) return undefined;
  switch (last.state) {
    case "Pending":
    case "Processing":
      return { step: "running", progress: last.progress, type: last.type };
    case "Succeeded":
      // A change that gardenlet has not seen yet means that this success is of an earlier run.
      return observed.observed && operation !== "maintain" ? { step: "succeeded" } : undefined;
    case "Error":
      return { step: "retrying", description: last.description };
    case "Failed":
    case "Aborted":
      return observed.observed ? { step: "failed", description: last.description } : undefined;
    default:
      return undefined;
  }
}

function isRunning(state: string | undefined): boolean {
  return state === "Processing" || state === "Pending";
}

function maintained(before: Observation, observed: Observation): boolean {
  const [was, is] = [before.lastMaintenance?.triggeredAt, observed.lastMaintenance?.triggeredAt];
  return is !== undefined && is !== was;
}

function changed(was: FleetRow["lastOperation"], is: NonNullable<FleetRow["lastOperation"]>): boolean {
  if (was === undefined) return true;
  if (was.state !== is.state || was.type !== is.type || was.progress !== is.progress) return true;
  return (parseInstant(is.updatedAt) ?? 0) > (parseInstant(was.updatedAt) ?? 0);
}
