import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import type { AutomaticHandling } from "#lib/policy/next/automatic-handling.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";

/**
 * Stage of a Shoot's deletion, derived from the Shoot. `requested`: the garden has accepted the request, and gardenlet
 * has not begun.
 */
export type DeletionStage = "not-requested" | "requested" | "running" | "retrying" | "failed" | "unclear";

export interface DeletionStatus {
  readonly stage: DeletionStage;
  readonly confirmed: boolean;
  /** User who confirmed the deletion, as recorded by the garden. */
  readonly confirmedBy: string | undefined;
  readonly forced: boolean;
}

function stageOf({ metadata, status }: Shoot): DeletionStage {
  if (!metadata.deletionTimestamp) return "not-requested";
  const { type, meaning } = readLastOperation(status?.lastOperation);
  if (type !== "Delete") return "requested";
  switch (meaning) {
    case "running":
    case "finished":
    // An aborted operation is no failure: after a restart gardenlet resumes the deletion.
    case "aborted":
      return "running";
    case "retrying":
      return "retrying";
    case "stopped":
      return "failed";
    default:
      return "unclear";
  }
}

export function deletionStatusOf(shoot: Shoot): DeletionStatus {
  const confirmedBy = annotationOf(shoot, annotations.deletionConfirmedBy);
  return {
    stage: stageOf(shoot),
    confirmed: isTruthy(annotationOf(shoot, annotations.confirmDeletion)),
    confirmedBy: confirmedBy === "" ? undefined : confirmedBy,
    forced: isTruthy(annotationOf(shoot, annotations.confirmForceDeletion)),
  };
}

const goingOn: ReadonlySet<DeletionStage> = new Set(["requested", "running", "retrying"]);

/** Describes a stage of the deletion, depending on whether Gardener continues automatically. */
export function describeDeletionStage({ stage, forced }: DeletionStatus, course: AutomaticHandling): string {
  if (course === "held" && goingOn.has(stage)) {
    return text("Gardener does nothing to the cluster now: the deletion does not continue.");
  }
  if (forced && stage !== "not-requested") {
    return stage === "failed"
      ? text("The forced deletion has failed. It cannot be taken back; retry it once the cause is gone.")
      : text("Gardener removes its own records of the cluster. What is in the cloud account stays.");
  }
  switch (stage) {
    case "not-requested":
      return text("Nobody has asked for the deletion of this cluster.");
    case "requested":
      return text("The garden accepted the request. Gardener has not started the deletion yet.");
    case "running":
      return text("Gardener is deleting the cluster.");
    case "retrying":
      return course === "perhaps"
        ? text("An attempt failed. Gardener retries automatically, unless it ignores the cluster.")
        : text("An attempt failed. Gardener retries automatically.");
    case "failed":
      if (course === "goes-on" || course === "ending")
        return text("The deletion failed. Gardener is about to try again.");
      return text("The deletion failed. Gardener will not retry automatically. Fix the cause, then retry.");
    case "unclear":
      return text("The deletion is in a state that Almanac does not know.");
    default:
      return stage satisfies never;
  }
}
