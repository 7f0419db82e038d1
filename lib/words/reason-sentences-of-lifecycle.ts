import { text } from "#lib/language/text.ts";
import type { ReasonSentences } from "./reason-sentence.ts";
import { listed, phaseName } from "./words.ts";

/** Hibernation and deletion. */
export const lifecycleSentences = {
  "self-hosted": () => text("A self-hosted cluster cannot be hibernated."),
  "spec-frozen-by-deletion": () =>
    text("The specification cannot be changed any more, because the cluster is being deleted."),
  "migration-or-restore": () => text("The control plane is moving to another Seed; this has to finish first."),
  "hibernation-possible-constraint": ({ status }) =>
    status === "False"
      ? text("Webhooks in the cluster would prevent it from waking up; see the constraint HibernationPossible.")
      : text("Gardener is checking whether the cluster could wake up again; try again in a minute."),
  "etcd-encryption-key-rotation": ({ phase }) =>
    text("The etcd encryption key is being rotated ({phase}); this has to finish first.", { phase: phaseName(phase) }),
  "service-account-key-rotation": ({ phase }) =>
    text("The ServiceAccount signing key is being rotated ({phase}); this has to finish first.", {
      phase: phaseName(phase),
    }),
  "maintenance-operation": ({ operations }) =>
    text("{operations} is planned for the maintenance window and is not possible in a hibernated cluster.", {
      operations: listed(operations),
    }),
  "already-hibernated": () => text("The cluster is hibernated already, or on its way there."),
  "already-awake": () => text("The cluster is awake already, or on its way there."),
  "confirmation-missing": () => text("The deletion has not been confirmed."),
  "dual-approval": ({ confirmedBy }) =>
    confirmedBy
      ? text("The project asks for two people: {confirmedBy} cannot delete as well.", { confirmedBy })
      : text("The project asks for two people: whoever confirmed the deletion cannot delete as well."),
  "managed-seed": () => text("The cluster is a Seed of this garden and cannot be deleted as long as it is one."),
  "already-deleting": () => text("The deletion of this cluster has been requested already."),
  "no-deletion-timestamp": () => text("Only a cluster whose deletion has been requested can be force-deleted."),
  "no-eligible-error-code": ({ codes }) =>
    codes.length === 0
      ? text("Not needed: no error of this deletion has a code that allows it.")
      : text("None of the errors allows it: {codes}.", { codes: listed(codes) }),
  "cannot-be-removed": () => text("A forced deletion cannot be undone."),
  "force-deletion-gate-closed": () => text("The operator of this garden does not allow forced deletion."),
  "already-forced": () => text("The deletion is being forced already."),
} as const satisfies Partial<ReasonSentences>;
