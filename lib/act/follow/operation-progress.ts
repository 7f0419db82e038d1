import type { ConfirmActResponse } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { Reason } from "#lib/policy/operations/reasons.ts";
import type { ActTrace } from "./act-trace.ts";
import { blockedReasonOf } from "./blocked-reason.ts";

/** Fields of a watched Shoot from which the progress of an act can be derived. */
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
  /** Present in live observations only. */
  readonly next?: FleetRow["next"];
};

/** Act to be followed from the click on. Only differences from `before`, the row at that time, count as effects. */
export interface FollowedAct {
  readonly trace: ActTrace;
  readonly before: Observation;
  readonly sentAt: number;
  /** Maintenance window that the act waits for, in epoch milliseconds where known. */
  readonly window?: { readonly fromMs?: number; readonly toMs?: number };
  /** Whether the Shoot has since been seen with a deletion timestamp. */
  readonly deletionSeen?: boolean;
  readonly answer?:
    | { readonly kind: "accepted"; readonly at: number; readonly accepted: ConfirmActResponse }
    | { readonly kind: "refused"; readonly at: number; readonly fault: RequestError };
  /** Observed end. Later changes of the Shoot do not belong to this act. */
  readonly end?: { readonly step: EndStep; readonly at: number; readonly detail?: string };
}

export type ActProgress =
  | { readonly step: "sending" }
  | { readonly step: "refused"; readonly fault: RequestError }
  /** No answer arrived: the garden may or may not have received the request. */
  | { readonly step: "uncertain"; readonly fault: RequestError }
  | { readonly step: "requested" }
  | { readonly step: "accepted" }
  /** Planned for the maintenance window by Gardener's own means; the act is not followed further. */
  | { readonly step: "scheduled"; readonly fromMs: number | undefined }
  /** Change that the garden holds back until the maintenance window. */
  | { readonly step: "waiting"; readonly fromMs: number | undefined }
  /** The garden has accepted it, but something keeps Gardener from working on the Shoot. */
  | { readonly step: "held"; readonly reason: Reason }
  | { readonly step: "running"; readonly progress: number | undefined; readonly type: string | undefined }
  | { readonly step: "succeeded" }
  /** The Shoot left the garden after its deletion was observed. */
  | { readonly step: "deleted" }
  | { readonly step: "retrying"; readonly description: string | undefined }
  | { readonly step: "failed"; readonly description: string | undefined }
  | { readonly step: "no-result" }
  | { readonly step: "gone" };

/** After this time without any sign, the screen stops waiting and says that no result was reported. */
export const noResultAfterMs = 10 * 60_000;

/** Errors after which it is unknown whether the request arrived. */
const uncertainReasons: readonly RequestError["reason"][] = ["unreachable", "timeout", "garden-timeout"];

export function isUncertain({ reason }: RequestError): boolean {
  return uncertainReasons.includes(reason);
}

/**
 * Progress of an act, derived from its answer and from what the watch has shown since. Nothing is assumed: "accepted"
 * means that the garden consumed the request, and success is what the Shoot shows afterwards.
 *
 * @param observed current row of the watch; undefined when the Shoot has left the fleet
 * @param nowMs epoch milliseconds, of the same clock as `sentAt`
 */
export function operationProgress(act: FollowedAct, observed: Observation | undefined, nowMs: number): ActProgress {
  const { before, answer } = act;
  if (act.end) return ended(act, act.end);
  if (answer === undefined) return { step: "sending" };
  if (observed === undefined || observed.uid !== before.uid) return goneWith(act);
  const effect = effectOf(act, observed);
  if (answer.kind === "refused") return afterError(answer.fault, { observed, before, effect });
  if (compareResourceVersions(observed.resourceVersion, answer.accepted.resourceVersion) < 0) {
    // The watch lags behind the answer, which may already show that the garden has consumed the request.
    const { annotation } = answer.accepted;
    const consumed = isAnnotation(act.trace) && annotation !== undefined && !isPending(act.trace, annotation);
    return consumed ? { step: "accepted" } : { step: "requested" };
  }
  const progress = effect ?? withoutEffect(act, observed, nowMs);
  const reason = observed.next && blockedReasonOf({ next: observed.next });
  return reason !== undefined && goesOn(progress) ? { step: "held", reason } : progress;
}

/** Steps after which Gardener still has to act, so that a hold on the Shoot matters. */
function goesOn({ step }: ActProgress): boolean {
  return ["requested", "accepted", "waiting", "running", "retrying", "no-result"].includes(step);
}

/** Whether the button must wait: from the click to an observed end, except while the act waits for a window. */
export function isActInProgress({ step }: ActProgress): boolean {
  return ["sending", "requested", "accepted", "running"].includes(step);
}

/** Steps after which nothing more is expected. Acts that are retried or uncertain are followed further. */
export const endSteps = ["refused", "scheduled", "succeeded", "deleted", "failed", "no-result", "gone"] as const;
export type EndStep = (typeof endSteps)[number];

/** Final step of an act; undefined while it is in progress. */
export function finalStepOf({ step }: ActProgress): EndStep | undefined {
  return endSteps.find((each) => each === step);
}

/** Stores what later observations no longer show; returns the same object if there is nothing to store. */
export function remember(act: FollowedAct, observed: Observation): FollowedAct {
  if (observed.uid !== act.before.uid) return act;
  if (observed.deletionRequestedAt !== undefined && act.deletionSeen !== true) return { ...act, deletionSeen: true };
  // An operation that ran before the waiting change must not be mistaken for the one that rolls it out.
  const ranBefore = act.window !== undefined && isRunning(act.before.lastOperation?.state);
  return ranBefore && !isRunning(observed.lastOperation?.state) ? { ...act, before: observed } : act;
}

/** Fields of a Shoot that are needed to follow an act. */
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

function ended({ answer, window }: FollowedAct, { step, detail }: NonNullable<FollowedAct["end"]>): ActProgress {
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

function goneWith({ trace, deletionSeen, before }: FollowedAct): ActProgress {
  const deleting = trace.kind === "delete" || trace.kind === "force-delete";
  const seen = deletionSeen === true || before.deletionRequestedAt !== undefined;
  return { step: deleting && seen ? "deleted" : "gone" };
}

/** Step of an accepted act without a visible effect. */
function withoutEffect(act: FollowedAct, observed: Observation, nowMs: number): ActProgress {
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

function afterError(
  fault: RequestError,
  { observed, before, effect }: { observed: Observation; before: Observation; effect: ActProgress | undefined },
): ActProgress {
  if (!isUncertain(fault)) return { step: "refused", fault };
  // Any sign of the act in the watch proves that it arrived.
  if (effect) return effect;
  if (observed.pendingOperation !== undefined && observed.pendingOperation !== before.pendingOperation)
    return { step: "requested" };
  return { step: "uncertain", fault };
}

function isAnnotation(trace: ActTrace): boolean {
  return trace.kind === "operation" && trace.when === "now";
}

/** Whether an annotation requests an operation, possibly for some pools only. */
export function namesOperation(annotation: string | undefined, id: string): boolean {
  const parts = (annotation ?? "").split(";").map((part) => part.trim());
  return parts.some((part) => part === id || part.startsWith(`${id}=`));
}

function isPending(trace: ActTrace, annotation: string | undefined): boolean {
  return trace.kind === "operation" && namesOperation(annotation, trace.id);
}

/** Effect since the click, if any. */
function effectOf({ trace, before }: FollowedAct, observed: Observation): ActProgress | undefined {
  if (trace.kind === "unschedule" || (trace.kind === "change" && !trace.ofSpec)) return undefined;
  if (trace.kind === "operation" && trace.when === "in-window") return undefined;
  const last = observed.lastOperation;
  const maintains = trace.kind === "operation" && trace.id === "maintain";
  if (maintains && maintained(before, observed)) {
    if (observed.lastMaintenance?.state === "Failed") return { step: "failed", description: undefined };
    if (!isRunning(last?.state)) return { step: "succeeded" };
  }
  if (!last || !changed(before.lastOperation, last)) return undefined;
  // The last operation belongs to an earlier run if gardenlet has not observed the generation yet.
  if (!observed.observed && !maintains) return undefined;
  const deletes = trace.kind === "delete" || trace.kind === "force-delete";
  if (deletes && last.type !== "Delete") return undefined;
  switch (last.state) {
    case "Pending":
    case "Processing":
      return { step: "running", progress: last.progress, type: last.type };
    case "Succeeded":
      // A deletion succeeds only when the Shoot is gone.
      if (deletes) return undefined;
      // A maintenance run without changes reports nothing: it ends with the reconciliation that it requests.
      return maintains && (!observed.observed || isPending(trace, observed.pendingOperation))
        ? undefined
        : { step: "succeeded" };
    case "Error":
      return { step: "retrying", description: last.description };
    case "Aborted":
      // gardenlet was restarted during the operation, and resumes it automatically.
      return { step: "running", progress: last.progress, type: last.type };
    case "Failed":
      // gardenlet is newer than the failure, or the spec has changed since, so it is about to retry.
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
