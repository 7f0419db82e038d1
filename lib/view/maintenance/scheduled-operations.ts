import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import type { ReconcileBlockerId } from "#lib/policy/next/reconcile-blocker.ts";
import { findScheduleBlocker } from "#lib/policy/next/schedule-blocker.ts";
import {
  annotationOf,
  annotations,
  normalisedOperations,
  rolloutOperationPrefix,
  rolloutPoolsOf,
} from "#lib/policy/operations/annotations.ts";
import { operationCatalogue } from "#lib/policy/operations/catalogue.ts";
import { defaultOperationRequest, evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import type { OperationContext } from "#lib/policy/operations/operation-evaluation.ts";
import {
  type AnnotationOperationId,
  annotationOperations,
  isAnnotationOperation,
} from "#lib/policy/operations/vocabulary.ts";
import { poolsLabel } from "#lib/words/format-list.ts";
import { describeOperation } from "#lib/words/operation-descriptions.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";

/** Operation that waits for the maintenance window. */
export interface ScheduledOperation {
  /** Operation as written in the annotation. */
  readonly text: string;
  readonly name: string;
  readonly sentence: string;
}

const unknownDescription = message("Almanac does not know this operation. Gardener decides what happens.");

/** The operation in words; `written` as in the annotation. */
export function describeScheduledOperation(written: string): ScheduledOperation {
  const family = rolloutOperationPrefix(written);
  if (family !== undefined) {
    const { name, sentence } = describeOperation(family);
    const pools = rolloutPoolsOf(written, family);
    const named = pools.includes("*") ? text("{name}: all of them", { name }) : `${name}: ${poolsLabel(pools)}`;
    return { text: written, name: named, sentence };
  }
  if (!isAnnotationOperation(written)) return { text: written, name: written, sentence: text(unknownDescription) };
  return { text: written, ...describeOperation(written) };
}

/** Returns the operations that the maintenance.gardener.cloud/operation annotation plans, in order. */
export function scheduledOperations(shoot: Shoot): readonly ScheduledOperation[] {
  return normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation))
    .filter((operation) => operation !== "")
    .map(describeScheduledOperation);
}

const holdDescriptions: Readonly<Record<ReconcileBlockerId, Message>> = {
  ignored: message("Gardener is told to ignore the cluster: nothing scheduled is done until that ends."),
  "seed-stopped": message(
    "The operator has stopped all reconciliations on the Seed: nothing scheduled is done until that ends.",
  ),
  "seed-silent": message(
    "Nothing has been heard from the gardenlet of the Seed: nothing scheduled is done until that ends.",
  ),
};

/** Returns why no planned operation is executed in the next window; undefined if nothing prevents it. */
export function describeScheduleBlocker(shoot: Shoot, view: DiagnosisContext, nowMs: number): string | undefined {
  const obstacle = findScheduleBlocker(shoot, view, nowMs);
  switch (obstacle?.id) {
    case undefined:
      return undefined;
    case "deleting":
      return text("The cluster is being deleted: there is no maintenance any more.");
    case "lifetime-ends":
      return text("Gardener deletes the cluster before the window, because its lifetime ends.");
    case "not-begun":
      return text("Gardener has not worked on this cluster yet: until then nothing scheduled is done.");
    case "held":
      return text(holdDescriptions[obstacle.hold.id]);
    case "waits":
      return obstacle.until === "moved"
        ? text("The control plane cannot move to its new Seed yet: until then nothing scheduled is done.")
        : text("The Seed is not ready: until then nothing scheduled is done.");
    case "refused":
      return text("As things stand, the garden refuses the whole maintenance run. {reason}", {
        reason: describeReason(obstacle.reason),
      });
    case "failed":
      return obstacle.retried
        ? text(
            "The last operation has failed. The next window only retries it; what is scheduled waits for the window after that.",
          )
        : text(
            "The last operation has failed. The window skips what is scheduled until the cluster was retried with success.",
          );
    default:
      return obstacle satisfies never;
  }
}

/** Operation that can be planned for the maintenance window, or the reason why it currently cannot. */
export interface SchedulableOperation {
  readonly id: AnnotationOperationId;
  readonly name: string;
  readonly sentence: string;
  /** Reason why the garden would refuse the operation now, or why it could do harm. */
  readonly refusal?: string;
  /** Whether the user has to select pools for the operation. */
  readonly pools: boolean;
}

/**
 * Returns the operations that can be planned for the maintenance window. Operations that make no sense for the cluster
 * are left out; those not possible at present are included with the reason.
 *
 * @param now epoch milliseconds
 */
export function schedulableOperations(
  shoot: Shoot,
  now: number,
  context: OperationContext = {},
): readonly SchedulableOperation[] {
  const planned = new Set(normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation)));
  return annotationOperations.flatMap((id): SchedulableOperation[] => {
    const { sole, pools } = operationCatalogue[id];
    if (sole || planned.has(id)) return [];
    const { decision, reasons } = evaluateOperation(
      { ...defaultOperationRequest(id, shoot), when: "in-window" },
      shoot,
      now,
      context,
    );
    if (decision === "hide" || isUnknown(reasons)) return [];
    const [first] = reasons;
    return [
      {
        id,
        ...describeOperation(id),
        ...(decision === "deny" && first && { refusal: describeReason(first) }),
        pools,
      },
    ];
  });
}

/** Returns whether the Gardener release does not know the operation, which is then not offered. */
function isUnknown(reasons: readonly { readonly id: string }[]): boolean {
  return reasons.some(({ id }) => id === "unknown-operation" || id === "k8s-134-single-step-only");
}

/** Returns the action that plans an operation; undefined if pools are required and none is selected. */
export function scheduleAct(
  { id, pools: wantsPools }: SchedulableOperation,
  pools: readonly string[],
): Act | undefined {
  const act = { kind: "operation", id, when: "in-window" } as const;
  if (!wantsPools) return act;
  return pools.length === 0 ? undefined : { ...act, pools: [...pools] };
}

export function unscheduleAct(operation: string): Act {
  return { kind: "unschedule", operation };
}
