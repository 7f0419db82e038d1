import { isRotationPhaseIdle, nodeRollingFamilies, phasedFamilies } from "../rotations/families.ts";
import { callsMoveBack, isYetToBeCreated } from "../status/seed-move.ts";
import { annotationOf, annotations } from "./annotations.ts";
import { operationCatalogue } from "./catalogue.ts";
import { findDeletionRejection, forceDeletionReasons } from "./deletion.ts";
import { findHibernationChangeRejections, frozenSpecReasons, isSpecFrozenByMigration } from "./hibernation.ts";
import type { OperationContext, OperationRequest, ReasonsByWeight } from "./operation-evaluation.ts";
import type { OperationReason } from "./reasons.ts";
import type { ShootFacts } from "./shoot-facts.ts";
import type { NonAnnotationOperationId } from "./vocabulary.ts";

interface Circumstances {
  readonly context: OperationContext;
  readonly request: Pick<OperationRequest, "seed">;
  /** Reasons why gardenlet would currently not act on this Shoot. */
  readonly held: readonly OperationReason[];
}

function hibernateReasons(facts: ShootFacts, held: readonly OperationReason[]): ReasonsByWeight {
  if (facts.hibernationEnabled) return { hidden: [{ id: "already-hibernated" }] };
  const families = nodeRollingFamilies.filter((family) => facts.phases[family] === "WaitingForWorkersRollout");
  if (families.length === 0) return { denied: findHibernationChangeRejections(facts), latent: held };
  const pending = families.flatMap(
    (family) => facts.shoot.status?.credentials?.rotation?.[family]?.pendingWorkersRollouts ?? [],
  );
  const pools = [...new Set(pending.map(({ name }) => name))];
  const cautions: OperationReason[] = [{ id: "forgets-pending-rollouts", families, pools }];
  return { denied: findHibernationChangeRejections(facts), latent: held, cautions };
}

/** Reconciliation blockers that also block a deletion. Migration does not; a never-created Shoot is removed at once. */
function deletionHeld({ shoot }: ShootFacts, held: readonly OperationReason[]): readonly OperationReason[] {
  return shoot.status?.uid ? held.filter(({ id }) => id !== "leaving-seed") : [];
}

function deleteReasons(facts: ShootFacts, { context, held }: Circumstances): ReasonsByWeight {
  const { user, dualApproval, managedSeed } = context;
  const { metadata, status } = facts.shoot;
  if (facts.deleting) return { hidden: [{ id: "already-deleting" }] };
  // The deletion confirmation is written first and records its writer, unless another user has confirmed before.
  const confirmedBy = annotationOf(facts.shoot, annotations.deletionConfirmedBy);
  const confirmer = confirmedBy === "" ? (user ?? "") : confirmedBy;
  const refusal = findDeletionRejection({
    annotations: { [annotations.confirmDeletion]: "true", [annotations.deletionConfirmedBy]: confirmer },
    labels: metadata.labels,
    lastOperation: status?.lastOperation,
    user: user ?? "",
    dualApproval: dualApproval,
    managedSeed,
  });
  return { denied: refusal ? [refusal] : [], latent: deletionHeld(facts, held) };
}

function forceDeleteReasons(facts: ShootFacts, held: readonly OperationReason[]): ReasonsByWeight {
  if (facts.rules("forceDelete") !== "present") return { hidden: [{ id: "force-deletion-gate-closed" }] };
  const { metadata, status } = facts.shoot;
  const already = annotationOf(facts.shoot, annotations.confirmForceDeletion);
  const hidden = forceDeletionReasons({
    oldAnnotation: null,
    newAnnotation: "true",
    deletionTimestamp: metadata.deletionTimestamp,
    lastErrors: status?.lastErrors,
  });
  const forced = forceDeletionReasons({
    oldAnnotation: already,
    newAnnotation: null,
    deletionTimestamp: metadata.deletionTimestamp,
    lastErrors: status?.lastErrors,
  });
  if (forced.length > 0) return { hidden: [{ id: "already-forced" }] };
  return { hidden, latent: deletionHeld(facts, held), cautions: [{ id: "leaves-cloud-resources" }] };
}

/** Reasons by which a Seed, and nothing of the Shoot, keeps gardenlet from acting. */
const reasonsOfSeed: readonly OperationReason["id"][] = ["emergency-stop", "seed-silent", "seed-not-ready"];

function migrateReasons(facts: ShootFacts, { held, request }: Circumstances): ReasonsByWeight {
  const denied: OperationReason[] = facts.deleting ? [{ id: "spec-frozen-by-deletion" }] : [];
  // Nothing has begun, and nothing begins: the control plane stays, and the spec can be changed again.
  if (callsMoveBack(facts.shoot, request.seed))
    return { denied, latent: held.filter(({ id }) => id !== "leaving-seed") };
  // The present Seed has nothing to migrate: leaving it is the way out when nothing happens there.
  if (isYetToBeCreated(facts.shoot)) return { denied, latent: held.filter(({ id }) => !reasonsOfSeed.includes(id)) };
  // A successful Migrate operation advances the rotation phases although it did none of the rotation's work.
  const cautions: OperationReason[] = [];
  for (const family of phasedFamilies) {
    const phase = facts.phases[family];
    if (!isRotationPhaseIdle(phase) && phase !== "Prepared")
      cautions.push({ id: "rotation-in-progress", family, phase });
  }
  // The API server takes another Seed even during a migration, which leaves it half done on two Seeds.
  const deniedByUs: OperationReason[] = isSpecFrozenByMigration(facts) ? [{ id: "migration-or-restore" }] : [];
  return { denied, deniedByUs, latent: held, cautions };
}

function nodeReasons(facts: ShootFacts, id: "restart-systemd-services" | "select-node-for-update"): ReasonsByWeight {
  if (facts.workers.length === 0) return { hidden: [{ id: "workerless" }] };
  if (id === "select-node-for-update" && facts.pendingManual.length === 0) {
    return { hidden: [{ id: "nothing-to-do", operation: id }] };
  }
  if (facts.hibernationEnabled) return { denied: [{ id: "hibernated", operation: id }] };
  return { denied: facts.hibernated ? [{ id: "waking-up", operation: id }] : [] };
}

function bastionReasons(facts: ShootFacts): ReasonsByWeight {
  if (facts.deleting) return { denied: [{ id: "deletion", operation: "create-bastion" }] };
  if (facts.sshEnabled) return {};
  return { denied: [facts.workers.length === 0 ? { id: "workerless" } : { id: "ssh-disabled" }] };
}

/** Reasons for and against operations that do not use the operation annotation. */
export function nonAnnotationReasons(
  id: NonAnnotationOperationId,
  facts: ShootFacts,
  circumstances: Circumstances,
): ReasonsByWeight {
  const { held } = circumstances;
  switch (id) {
    case "hibernate":
      return hibernateReasons(facts, held);
    case "wake-up":
      if (!facts.hibernationEnabled) return { hidden: [{ id: "already-awake" }] };
      return { denied: frozenSpecReasons(facts), latent: held };
    case "delete":
      return deleteReasons(facts, circumstances);
    case "force-delete":
      return forceDeleteReasons(facts, held);
    case "admin-kubeconfig":
    case "viewer-kubeconfig":
      return facts.reconciledOnce ? {} : { latent: [{ id: "never-reconciled" }] };
    case "set-auto-rotation":
      if (facts.rules("maint.autoRotation") === "absent")
        return { hidden: [{ id: "unknown-operation", operation: id }] };
      return { denied: frozenSpecReasons(facts) };
    case "migrate-control-plane":
      return migrateReasons(facts, circumstances);
    case "create-bastion":
      return bastionReasons(facts);
    case "restart-systemd-services":
    case "select-node-for-update":
      return nodeReasons(facts, id);
    default:
      return id satisfies never;
  }
}

/** Whether the operation changes the spec and thus increases the generation. */
export function changesSpec(id: NonAnnotationOperationId): boolean {
  return operationCatalogue[id].means.kind === "field" || id === "delete" || id === "force-delete";
}
