import type { ActAccepted } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestFault } from "#lib/contract/request-fault.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { Reason } from "#lib/policy/operations/reasons.ts";
import type { ActTrace } from "./act-trace.ts";
import { heldReason } from "./held-reason.ts";

/** What the watch shows of a Shoot, as far as the way of an act can be read from it. */
export type Observation = Pick<
  FleetRow,
  | "uid"
  | "resourceVersion"
  | "pendingOperation"
  | "observed"
  | "lastOperation"
  | "lastMaintenance"
  | "deletionRequestedAt"
> & {
  /** Only of what is seen now. */
  readonly next?: FleetRow["next"];
};

/** One request, from the click on. `before` is what the watch showed then: only what differs from it is an effect. */
export interface FollowedAct {
  readonly trace: ActTrace;
  readonly before: Observation;
  readonly sentAt: number;
  /** It waits for the maintenance window between these instants, in epoch milliseconds, where they are known. */
  readonly window?: { readonly fromMs?: number; readonly toMs?: number };
  /** The Shoot was seen with a deletion timestamp since. */
  readonly deletionSeen?: boolean;
  readonly answer?:
    | { readonly kind: "accepted"; readonly at: number; readonly accepted: ActAccepted }
    | { readonly kind: "refused"; readonly at: number; readonly fault: RequestFault };
  /** How it ended, once that was observed: what happens to the Shoot later is no longer of this act. */
  readonly end?: { readonly step: EndStep; readonly at: number; readonly detail?: string };
}

export type OperationProgress =
  | { readonly step: "sending" }
  | { readonly step: "refused"; readonly fault: RequestFault }
  /** No answer came: the garden may or may not have taken the request. */
  | { readonly step: "uncertain"; readonly fault: RequestFault }
  | { readonly step: "requested" }
  | { readonly step: "accepted" }
  /** Planned for the maintenance window by Gardener's own means: here it ends. */
  | { readonly step: "scheduled"; readonly fromMs: number | undefined }
  /** A change that the garden holds back until the maintenance window. */
  | { readonly step: "waiting"; readonly fromMs: number | undefined }
  /** The garden has it, and Gardener does nothing for now: something holds the Shoot back. */
  | { readonly step: "held"; readonly reason: Reason }
  | { readonly step: "running"; readonly progress: number | undefined; readonly type: string | undefined }
  | { readonly step: "succeeded" }
  /** The Shoot left the garden after its deletion was seen. */
  | { readonly step: "deleted" }
  | { readonly step: "retrying"; readonly description: string | undefined }
  | { readonly step: "failed"; readonly description: string | undefined }
  | { readonly step: "no-result" }
  | { readonly step: "gone" };

/** After this long without any sign, the screen stops waiting and says that no result was reported. */
export const noResultAfterMs = 10 * 60_000;

/** Faults after which nobody can tell whether the request arrived. */
const uncertainReasons: readonly RequestFault["reason"][] = ["unreachable", "timeout", "garden-timeout"];

export function isUncertain({ reason }: RequestFault): boolean {
  return uncertainReasons.includes(reason);
}

/**
 * How far an act has come, read from the answer to it and from what the watch has shown since. Nothing is assumed:
 * "accepted" means that the garden consumed the request, and success is only what the Shoot shows afterwards.
 *
 * @param observed the row as the watch shows it now; undefined when the Shoot left the fleet
 * @param nowMs epoch milliseconds, of the same clock as `sentAt`
 */
export function operationProgress(
  act: FollowedAct,
  observed: Observation | undefined,
  nowMs: number,
): OperationProgress {
  const { before, answer } = act;
  if (act.end) return ended(act, act.end);
  if (answer === undefined) return { step: "sending" };
  if (observed === undefined || observed.uid !== before.uid) return goneWith(act);
  const effect = effectOf(act, observed);
  if (answer.kind === "refused") return afterFault(answer.fault, { observed, before, effect });
  if (compareResourceVersions(observed.resourceVersion, answer.accepted.resourceVersion) < 0) {
    // The stream has not caught up with the answer; the answer itself may already tell that the garden consumed it.
    const { annotation } = answer.accepted;
    const consumed = isAnnotation(act.trace) && annotation !== undefined && !isPending(act.trace, annotation);
    return consumed ? { step: "accepted" } : { step: "requested" };
  }
  const progress = effect ?? withoutEffect(act, observed, nowMs);
  const reason = observed.next && heldReason({ next: observed.next });
  return reason !== undefined && goesOn(progress) ? { step: "held", reason } : progress;
}

/** What would go on if nothing held the Shoot back; what is only written needs nobody to go on. */
function goesOn({ step }: OperationProgress): boolean {
  return ["requested", "accepted", "waiting", "running", "retrying", "no-result"].includes(step);
}

/** Whether the button must wait: everything between the click and an observed end, but for what waits for a window. */
export function isUnderWay({ step }: OperationProgress): boolean {
  return ["sending", "requested", "accepted", "running"].includes(step);
}

/** After these nothing more is to be expected. What Gardener tries again, or nobody can tell, is still followed. */
export const endSteps = ["refused", "scheduled", "succeeded", "deleted", "failed", "no-result", "gone"] as const;
export type EndStep = (typeof endSteps)[number];

/** How it ended; undefined while it has not. */
export function endOf({ step }: OperationProgress): EndStep | undefined {
  return endSteps.find((each) => each === step);
}

/** What must be kept of an observation because the next one no longer shows it; the same object where that is nothing. */
export function remember(act: FollowedAct, observed: Observation): FollowedAct {
  if (observed.uid !== act.before.uid) return act;
  if (observed.deletionRequestedAt !== undefined && act.deletionSeen !== true) return { ...act, deletionSeen: true };
  // A run from before a change that waits must not be taken for the run that brings it.
  const ranBefore = act.window !== undefined && isRunning(act.before.lastOperation?.state);
  return ranBefore && !isRunning(observed.lastOperation?.state) ? { ...act, before: observed } : act;
}

/** Of a Shoot, only what following an act needs. */
export function observationOf(row: Observation): Observation {
  const { uid, resourceVersion, pendingOperation, observed, lastOperation, lastMaintenance, deletionRequestedAt } = row;
  return {
    uid,
    resourceVersion,
    observed,
    ...(pendingOperation !== undefined && { pendingOperation }),
    ...(lastOperation !== undefined && { lastOperation }),
    ...(lastMaintenance !== undefined && { lastMaintenance }),
    ...(deletionRequestedAt !== undefined && { deletionRequestedAt }),
  };
}

function ended({ answer, window }: FollowedAct, { step, detail }: NonNullable<FollowedAct["end"]>): OperationProgress {
  switch (step) {
    case "refused":
      return { step, fault: answer?.kind === "refused" ? answer.fault : { reason: "internal" } };
    case "scheduled":
      return { step, fromMs: window?.fromMs };
    case "failed":
      return { step, description: detail };
    default:
      return { step };
  }
}

function goneWith({ trace, deletionSeen, before }: FollowedAct): OperationProgress {
  const deleting = trace.kind === "delete" || trace.kind === "force-delete";
  const seen = deletionSeen === true || before.deletionRequestedAt !== undefined;
  return { step: deleting && seen ? "deleted" : "gone" };
}

/** The garden has it, and nothing shows yet what becomes of it. */
function withoutEffect(act: FollowedAct, observed: Observation, nowMs: number): OperationProgress {
  const { trace, sentAt, window } = act;
  if (trace.kind === "operation" && trace.when === "in-window") return { step: "scheduled", fromMs: window?.fromMs };
  if (trace.kind === "unschedule" || (trace.kind === "change" && !trace.ofSpec)) return { step: "succeeded" };
  if (window !== undefined) {
    const late = window.toMs !== undefined && nowMs > window.toMs + noResultAfterMs;
    return late ? { step: "no-result" } : { step: "waiting", fromMs: window.fromMs };
  }
  if (isPending(trace, observed.pendingOperation)) return { step: "requested" };
  return nowMs - sentAt > noResultAfterMs ? { step: "no-result" } : { step: "accepted" };
}

function afterFault(
  fault: RequestFault,
  { observed, before, effect }: { observed: Observation; before: Observation; effect: OperationProgress | undefined },
): OperationProgress {
  if (!isUncertain(fault)) return { step: "refused", fault };
  // Any sign of it in the watch settles the question.
  if (effect) return effect;
  if (observed.pendingOperation !== undefined && observed.pendingOperation !== before.pendingOperation)
    return { step: "requested" };
  return { step: "uncertain", fault };
}

function isAnnotation(trace: ActTrace): boolean {
  return trace.kind === "operation" && trace.when === "now";
}

/** Whether an annotation asks for an operation, be it for some pools only. */
export function namesOperation(annotation: string | undefined, id: string): boolean {
  const parts = (annotation ?? "").split(";").map((part) => part.trim());
  return parts.some((part) => part === id || part.startsWith(`${id}=`));
}

function isPending(trace: ActTrace, annotation: string | undefined): boolean {
  return trace.kind === "operation" && namesOperation(annotation, trace.id);
}

/** What happened since the click, when anything did. */
function effectOf({ trace, before }: FollowedAct, observed: Observation): OperationProgress | undefined {
  if (trace.kind === "unschedule" || (trace.kind === "change" && !trace.ofSpec)) return undefined;
  if (trace.kind === "operation" && trace.when === "in-window") return undefined;
  const last = observed.lastOperation;
  const maintains = trace.kind === "operation" && trace.id === "maintain";
  if (maintains && maintained(before, observed)) {
    if (observed.lastMaintenance?.state === "Failed") return { step: "failed", description: undefined };
    if (!isRunning(last?.state)) return { step: "succeeded" };
  }
  if (!last || !changed(before.lastOperation, last)) return undefined;
  // What gardenlet has not seen yet cannot be what it is working on: this is of an earlier run.
  if (!observed.observed && !maintains) return undefined;
  const deletes = trace.kind === "delete" || trace.kind === "force-delete";
  if (deletes && last.type !== "Delete") return undefined;
  switch (last.state) {
    case "Pending":
    case "Processing":
      return { step: "running", progress: last.progress, type: last.type };
    case "Succeeded":
      // A deletion has succeeded when the Shoot is gone.
      if (deletes) return undefined;
      // A maintenance that finds nothing to change reports nothing: it ends with the reconciliation that it asked for.
      return maintains && (!observed.observed || isPending(trace, observed.pendingOperation))
        ? undefined
        : { step: "succeeded" };
    case "Error":
      return { step: "retrying", description: last.description };
    case "Aborted":
      // gardenlet was restarted in the middle, and begins again by itself.
      return { step: "running", progress: last.progress, type: last.type };
    case "Failed":
      // gardenlet is newer than the failure, or something was written since: it is about to try again.
      if (observed.next?.subject === "about-to-retry") return { step: "running", progress: undefined, type: last.type };
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
