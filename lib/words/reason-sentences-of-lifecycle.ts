import type { ReasonSentences } from "./reason-sentence.ts";
import { listed, phaseName } from "./words.ts";

/** Hibernation and deletion. */
export const lifecycleSentences = {
  "self-hosted": () => "A self-hosted cluster cannot be hibernated.",
  "spec-frozen-by-deletion": () =>
    "The specification cannot be changed any more, because the cluster is being deleted.",
  "migration-or-restore": () => "The control plane is moving to another Seed; this has to finish first.",
  "hibernation-possible-constraint": ({ status }) =>
    status === "False"
      ? "Webhooks in the cluster would prevent it from waking up; see the constraint HibernationPossible."
      : "Gardener is checking whether the cluster could wake up again; try again in a minute.",
  "etcd-encryption-key-rotation": ({ phase }) =>
    `The etcd encryption key is being rotated (${phaseName(phase)}); this has to finish first.`,
  "service-account-key-rotation": ({ phase }) =>
    `The ServiceAccount signing key is being rotated (${phaseName(phase)}); this has to finish first.`,
  "maintenance-operation": ({ operations }) =>
    `${listed(operations)} is planned for the maintenance window and is not possible in a hibernated cluster.`,
  "already-hibernated": () => "The cluster is hibernated already, or on its way there.",
  "already-awake": () => "The cluster is awake already, or on its way there.",
  "confirmation-missing": () => "The deletion has not been confirmed.",
  "dual-approval": ({ confirmedBy }) =>
    `The project asks for two people: ${confirmedBy || "whoever confirmed the deletion"} cannot delete as well.`,
  "managed-seed": () => "The cluster is a Seed of this garden and cannot be deleted as long as it is one.",
  "already-deleting": () => "The deletion of this cluster has been requested already.",
  "no-deletion-timestamp": () => "Only a cluster whose deletion has been requested can be force-deleted.",
  "no-eligible-error-code": ({ codes }) =>
    codes.length === 0
      ? "Not needed: no error of this deletion has a code that allows it."
      : `None of the errors allows it: ${listed(codes)}.`,
  "cannot-be-removed": () => "A forced deletion cannot be undone.",
  "force-deletion-gate-closed": () => "The operator of this garden does not allow forced deletion.",
  "already-forced": () => "The deletion is being forced already.",
} as const satisfies Partial<ReasonSentences>;
