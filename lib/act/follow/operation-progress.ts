import type { ConfirmActResponse } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RequestError } from "#lib/contract/request-error.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import type { OperationReason } from "#lib/policy/operations/reasons.ts";
import { type ActTrace, isSeedMoveTrace } from "./act-trace.ts";
import { blockedReasonOf } from "./blocked-reason.ts";

/** Fields of a watched Shoot from which the progress of an act can be derived. */
export type ObservedShootFields = Pick<
  FleetRow,
  | "uid"
  | "resourceVersion"
  | "pendingOperation"
  | "observed"
  | "lastOperation"
  | "lastMaintenance"
  | "deletionRequestedAt"
> & {
  /** Gardener's next step for the Shoot: before the request it tells whether a move was waiting. */
  readonly next?: FleetRow["next"];
};

/** Action observed from the click on. Only differences from `before`, the row at the click, count as its effects. */
export interface FollowedAct {
  readonly trace: ActTrace;
  readonly before: ObservedShootFields;
  readonly sentAt: number;
  /** Maintenance window that the action waits for, in epoch milliseconds, as far as known. */
  readonly window?: { readonly fromMs?: number; readonly toMs?: number };
  /** Whether the Shoot has since been seen with a deletion timestamp. */
  readonly deletionSeen?: boolean;
  readonly answer?:
    | { readonly kind: "accepted"; readonly at: number; readonly accepted: ConfirmActResponse }
    | { readonly kind: "refused"; readonly at: number; readonly fault: RequestError };
  /** Observed end of the action. Later changes of the Shoot do not belong to it. */
  readonly end?: { readonly step: FinalActStep; readonly at: number; readonly detail?: string };
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
  | { readonly step: "held"; readonly reason: OperationReason }
  | { readonly step: "running"; readonly progress: number | undefined; readonly type: string | undefined }
  | { readonly step: "succeeded" }
  /** The Shoot left the garden after its deletion was observed. */
  | { readonly step: "deleted" }
  | { readonly step: "retrying"; readonly description: string | undefined }
  | { readonly step: "failed"; readonly description: string | undefined }
  | { readonly step: "no-result" }
  | { readonly step: "gone" };

/** Time without any observed effect after which the page reports that there is no result. */
export const noResultTimeoutMs = 10 * 60_000;

/** Reasons of errors after which it is unknown whether the request arrived. */
const uncertainReasons: readonly RequestError["reason"][] = ["unreachable", "timeout", "garden-timeout"];

export function isRequestOutcomeUncertain({ reason }: RequestError): boolean {
  return uncertainReasons.includes(reason);
}

/**
 * Returns the progress of an action, derived from the answer to its request and from the watch since then. Nothing is
 * assumed: "accepted" means that the garden has accepted the request, and success is what the Shoot shows afterwards.
 *
 * @param observed current row of the watch; undefined when the Shoot has left the fleet
 * @param nowMs epoch milliseconds, of the same clock as `sentAt`
 */
export function operationProgress(
  act: FollowedAct,
  observed: ObservedShootFields | undefined,
  nowMs: number,
): ActProgress {
  const { before, answer } = act;
  if (act.end) return ended(act, act.end);
  if (answer === undefined) return { step: "sending" };
  if (observed === undefined || observed.uid !== before.uid) return goneWith(act);
  const effect = effectOf(act, observed);
  if (answer.kind === "refused") return afterError(answer.fault, { observed, before, effect });
  if (compareResourceVersions(observed.resourceVersion, answer.accepted.resourceVersion) < 0) {
    // The watch lags behind the answer, which may already show that Gardener has removed the operation annotation.
    const { annotation } = answer.accepted;
    const consumed = isAnnotation(act.trace) && annotation !== undefined && !isPending(act.trace, annotation);
    return consumed ? { step: "accepted" } : { step: "requested" };
  }
  const progress = effect ?? withoutEffect(act, observed, nowMs);
  const reason = observed.next && blockedReasonOf({ next: observed.next }, act.trace);
  return reason !== undefined && goesOn(progress) ? { step: "held", reason } : progress;
}

/** Returns whether Gardener still has to act at this step, so that it matters whether Gardener is held back. */
function goesOn({ step }: ActProgress): boolean {
  return ["requested", "accepted", "waiting", "running", "retrying", "no-result"].includes(step);
}

/** Whether an action's button must wait: from click to observed end, except while the action waits for a window. */
export function isActInProgress({ step }: ActProgress): boolean {
  return ["sending", "requested", "accepted", "running"].includes(step);
}

/** Final steps of an action. Actions that are retried or whose outcome is uncertain are observed further. */
export const finalActSteps = ["refused", "scheduled", "succeeded", "deleted", "failed", "no-result", "gone"] as const;
export type FinalActStep = (typeof finalActSteps)[number];

/** Returns the final step of an action; undefined while the action is in progress. */
export function finalActStepOf({ step }: ActProgress): FinalActStep | undefined {
  return finalActSteps.find((each) => each === step);
}

/** Stores facts about the Shoot that later observations no longer show; returns the same object if there are none. */
export function recordObservation(act: FollowedAct, observed: ObservedShootFields): FollowedAct {
  if (observed.uid !== act.before.uid) return act;
  if (observed.deletionRequestedAt !== undefined && act.deletionSeen !== true) return { ...act, deletionSeen: true };
  // An operation that was already running must not be mistaken for the one that rolls out the change.
  const ranBefore = act.window !== undefined && isRunning(act.before.lastOperation?.state);
  return ranBefore && !isRunning(observed.lastOperation?.state) ? { ...act, before: observed } : act;
}

/** Returns the fields of a Shoot that are needed to observe an action. */
export function observedFieldsOf(row: ObservedShootFields): ObservedShootFields {
  const { uid, resourceVersion, pendingOperation, observed, lastOperation, lastMaintenance, deletionRequestedAt } = row;
  const { next } = row;
  return {
    uid,
    resourceVersion,
    observed,
    ...(next !== undefined && { next }),
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

/** Returns the step of an accepted action that has no visible effect yet. */
function withoutEffect(act: FollowedAct, observed: ObservedShootFields, nowMs: number): ActProgress {
  const { trace, sentAt, window } = act;
  if (trace.kind === "operation" && trace.when === "in-window") return { step: "scheduled", fromMs: window?.fromMs };
  if (trace.kind === "unschedule" || (trace.kind === "change" && !trace.ofSpec)) return { step: "succeeded" };
  if (window !== undefined) {
    const late = window.toMs !== undefined && nowMs > window.toMs + noResultTimeoutMs;
    return late ? { step: "no-result" } : { step: "waiting", fromMs: window.fromMs };
  }
  if (isPending(trace, observed.pendingOperation)) return { step: "requested" };
  return nowMs - sentAt > noResultTimeoutMs ? { step: "no-result" } : { step: "accepted" };
}

function afterError(
  fault: RequestError,
  {
    observed,
    before,
    effect,
  }: { observed: ObservedShootFields; before: ObservedShootFields; effect: ActProgress | undefined },
): ActProgress {
  if (!isRequestOutcomeUncertain(fault)) return { step: "refused", fault };
  // Any effect of the action in the watch proves that the request arrived.
  if (effect) return effect;
  if (observed.pendingOperation !== undefined && observed.pendingOperation !== before.pendingOperation)
    return { step: "requested" };
  return { step: "uncertain", fault };
}

function isAnnotation(trace: ActTrace): boolean {
  return trace.kind === "operation" && trace.when === "now";
}

/** Whether an annotation requests an operation, possibly for some pools only. */
export function annotationRequestsOperation(annotation: string | undefined, id: string): boolean {
  const parts = (annotation ?? "").split(";").map((part) => part.trim());
  return parts.some((part) => part === id || part.startsWith(`${id}=`));
}

function isPending(trace: ActTrace, annotation: string | undefined): boolean {
  return trace.kind === "operation" && annotationRequestsOperation(annotation, trace.id);
}

/** Returns the step that the observed changes since the click prove, if any. */
function effectOf({ trace, before }: FollowedAct, observed: ObservedShootFields): ActProgress | undefined {
  if (trace.kind === "unschedule" || (trace.kind === "change" && !trace.ofSpec)) return undefined;
  if (trace.kind === "operation" && trace.when === "in-window") return undefined;
  const last = observed.lastOperation;
  const maintains = trace.kind === "operation" && trace.id === "maintain";
  if (maintains && maintained(before, observed)) {
    if (observed.lastMaintenance?.state === "Failed") return { step: "failed", description: undefined };
    if (!isRunning(last?.state)) return { step: "succeeded" };
  }
  if (!last || !changed(before.lastOperation, last)) return undefined;
  // A request for a move while one waits takes that one back, which gardenlet answers like any other change.
  if (isSeedMoveTrace(trace) && before.next?.subject !== "leaving-seed") {
    // Whatever else ends meanwhile does not move the control plane, and says nothing of the request.
    if (last.type !== "Migrate" && last.type !== "Restore" && !beginsCreation(before.lastOperation, last))
      return undefined;
    // A move is over when the destination has restored the control plane; both flows raise the generation.
    if (last.type === "Migrate" && last.state === "Succeeded") {
      return { step: "running", progress: undefined, type: "Restore" };
    }
  }
  // Until gardenlet has observed the generation, the last operation belongs to an earlier reconciliation.
  if (!observed.observed && !maintains) return undefined;
  const deletes = trace.kind === "delete" || trace.kind === "force-delete";
  if (deletes && last.type !== "Delete") return undefined;
  switch (last.state) {
    case "Pending":
    case "Processing":
      return { step: "running", progress: last.progress, type: last.type };
    case "Succeeded":
      // A deletion has succeeded only when the Shoot no longer exists.
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
      // gardenlet was updated after the failure, or the spec has changed since, so gardenlet is about to retry.
      if (observed.next?.subject === "about-to-retry") return { step: "running", progress: undefined, type: last.type };
      return observed.observed ? { step: "failed", description: last.description } : undefined;
    default:
      return undefined;
  }
}

/** Whether a Seed has taken up a Shoot that none had: what Gardener writes before that is pending. */
function beginsCreation(was: FleetRow["lastOperation"], { type, state }: NonNullable<FleetRow["lastOperation"]>) {
  return type === "Create" && state !== "Pending" && (was === undefined || was.state === "Pending");
}

function isRunning(state: string | undefined): boolean {
  return state === "Processing" || state === "Pending";
}

function maintained(before: ObservedShootFields, observed: ObservedShootFields): boolean {
  const [was, is] = [before.lastMaintenance?.triggeredAt, observed.lastMaintenance?.triggeredAt];
  return is !== undefined && is !== was;
}

function changed(was: FleetRow["lastOperation"], is: NonNullable<FleetRow["lastOperation"]>): boolean {
  if (was === undefined) return true;
  if (was.state !== is.state || was.type !== is.type || was.progress !== is.progress) return true;
  return (parseInstant(is.updatedAt) ?? 0) > (parseInstant(was.updatedAt) ?? 0);
}
