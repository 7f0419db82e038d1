import { type Message, message, text } from "#lib/language/text.ts";
import type { OperationReason, OperationReasonId } from "#lib/policy/operations/reasons.ts";
import { formatList, poolsLabel, rotationFamilyLabel, rotationPhaseName } from "./format-list.ts";
import { viewOnlyDescription } from "./responsible-party-labels.ts";

/** Text for each reason against an operation: a message with the reason's facts as variables, or a function. */
type ReasonDescriptions = { readonly [Id in OperationReasonId]: Message | ((facts: OperationReason<Id>) => string) };

/** Texts per reason; the compiler reports a missing entry. */
const reasonDescriptions: ReasonDescriptions = {
  // The following requests are refused by the API server.
  "unknown-operation": message("This Gardener release does not know the operation {operation}."),
  "not-parallel": message("The operation {operation} must be requested alone, and another one is pending."),
  "self-hosted-unmanaged": message("Gardener does not manage the machines of this self-hosted cluster."),
  "gate-closed": message("The operator of this garden has not opened the feature gate {gate}."),
  "duplicate-with-maintenance": message(
    "{operations} cannot be requested now and be planned for the maintenance window as well.",
  ),
  "k8s-134-single-step-only": message(
    "From Kubernetes 1.34 on the etcd encryption key is rotated in one step, by rotate-etcd-encryption-key.",
  ),
  "incompatible-operation": ({ operation, with: others }) =>
    text("{operation} and {others} exclude each other.", { operation, others: formatList(others) }),
  hibernated: message("This is not possible while the cluster is hibernated."),
  "waking-up": message("This is not possible until the cluster has woken up."),
  "encryption-config-rolling-out": message("A change of the encrypted resources is still being rolled out."),
  "covered-by-other-annotation": ({ operation, with: other }) =>
    text("{operation} and {other} overlap: one is requested now, the other is planned for the maintenance window.", {
      operation,
      other,
    }),
  "last-operation-not-ready": ({ type, state }) =>
    type
      ? text("A rotation can only start after the cluster was created; its last operation is {operation}.", {
          operation: state ? `${type} (${state})` : type,
        })
      : text("A rotation can only start after the cluster was created."),
  "rotation-in-progress": message("The rotation of the {family} is not finished: its phase is {phase}."),
  "not-prepared": message("The rotation of the {family} is not prepared: its phase is {phase}."),
  "worker-update-pending": ({ strategy, pools }) =>
    strategy === "manual"
      ? text("The in-place update of {pools} waits until you select its nodes.", { pools: poolsLabel(pools) })
      : text("The in-place update of {pools} is still running.", { pools: poolsLabel(pools) }),
  "no-waiting-rotation": message("No rotation waits for pools to be rolled."),
  "pool-required": message("At least one pool must be named."),
  "pool-duplicate": message("The pool {pool} is named twice."),
  "pool-unknown": ({ pool }) =>
    pool === "" ? text("A pool's name is empty.") : text("The cluster has no pool {pool}.", { pool }),
  "pool-in-place": message("The pool {pool} is updated in place, so its nodes cannot be rolled."),
  "pool-wildcard": message("The asterisk stands for all pools and cannot be combined with names."),
  // The following reasons concern hibernation and deletion.
  "self-hosted": message("A self-hosted cluster cannot be hibernated."),
  "spec-frozen-by-deletion": message(
    "The specification cannot be changed any more, because the cluster is being deleted.",
  ),
  "migration-or-restore": message("The control plane is moving to another Seed; this has to finish first."),
  "hibernation-possible-constraint": ({ status }) =>
    status === "False"
      ? text("Webhooks in the cluster would prevent it from waking up; see the constraint HibernationPossible.")
      : text("Gardener is checking whether the cluster could wake up again; try again in a minute."),
  "etcd-encryption-key-rotation": message(
    "The etcd encryption key is being rotated ({phase}); this has to finish first.",
  ),
  "service-account-key-rotation": message(
    "The ServiceAccount signing key is being rotated ({phase}); this has to finish first.",
  ),
  "maintenance-operation": message(
    "{operations} is planned for the maintenance window and is not possible in a hibernated cluster.",
  ),
  "already-hibernated": message("The cluster is hibernated already, or on its way there."),
  "already-awake": message("The cluster is awake already, or on its way there."),
  "confirmation-missing": message("The deletion has not been confirmed."),
  "dual-approval": ({ confirmedBy }) =>
    confirmedBy
      ? text("The project asks for two people: {confirmedBy} cannot delete as well.", { confirmedBy })
      : text("The project asks for two people: whoever confirmed the deletion cannot delete as well."),
  "managed-seed": message("The cluster is a Seed of this garden and cannot be deleted as long as it is one."),
  "already-deleting": message("The deletion of this cluster has been requested already."),
  "no-deletion-timestamp": message("Only a cluster whose deletion has been requested can be force-deleted."),
  "no-eligible-error-code": ({ codes }) =>
    codes.length === 0
      ? text("Not needed: no error of this deletion has a code that allows it.")
      : text("None of the errors allows it: {codes}.", { codes: formatList(codes) }),
  "cannot-be-removed": message("A forced deletion cannot be undone."),
  "force-deletion-gate-closed": message("The operator of this garden does not allow forced deletion."),
  "already-forced": message("The deletion is being forced already."),
  // The following requests are accepted but have no effect now, or concern permissions.
  "failed-needs-retry": message("The last operation has failed: nothing happens until it is retried."),
  "not-failed": message("The last operation has not failed, so there is nothing to retry."),
  "never-reconciled": message("Gardener has not worked on this cluster yet, so nothing happens for now."),
  "run-refused-while-waking": message(
    "The garden would refuse the whole maintenance run, to which {operations} belongs: not possible while the cluster wakes up. Wait until it is awake.",
  ),
  "run-refused-while-asleep": message(
    "The garden would refuse the whole maintenance run, to which {operations} belongs: not possible in a hibernated cluster.",
  ),
  "emergency-stop": message(
    "The operator has stopped all work on the Seed of this cluster: the request is accepted, and nothing happens until the stop is lifted.",
  ),
  ignored: message(
    "Gardener is told to ignore this cluster: the request is accepted, and nothing happens until the annotation is removed and somebody presses Reconcile.",
  ),
  "leaving-seed": message(
    "The control plane is moving to another Seed: the request is accepted, and nothing happens until the move is over.",
  ),
  "destination-not-ready": message(
    "The move waits for the new Seed: Gardener begins once it is ready, not being deleted, and has the release of the present one.",
  ),
  "seed-silent": message(
    "Nothing is heard from the gardenlet of the cluster's Seed: the request is accepted, and nothing happens until it is back.",
  ),
  "seed-not-ready": message(
    "The Seed of this cluster is not ready: the request is accepted, and nothing happens until it is. Gardener asks every 15 seconds.",
  ),
  "ssh-disabled": message("SSH access to the nodes is switched off."),
  workerless: message("The cluster has no worker pools."),
  "rbac-missing": ({ verb, resource }) =>
    verb === "patch" && resource === "shoots"
      ? text(viewOnlyDescription)
      : text("Your role in this project does not allow it."),
  // The following reasons are rules of Almanac that are stricter than the API server's, risks, and further notes.
  deletion: message("The cluster is being deleted; only reconcile, retry and forced deletion make sense now."),
  "nothing-to-do": message("It has nothing to do in this cluster."),
  "same-family-in-other-annotation": message(
    "{operation} and {other} concern the same credential: together, now and planned, they would lock the cluster against every change.",
  ),
  "machines-may-not-exist": message(
    "The machines of this cluster may not exist yet; the request would block the operation that makes them.",
  ),
  "not-for-maintenance": message("{operation} cannot be planned for the maintenance window."),
  "encryption-settles-first": message(
    "A change of the encrypted resources is still being rolled out; wait for it before you rotate the etcd key.",
  ),
  "drops-old-credentials": message("Clients that still use the old {families} lose access. This cannot be undone."),
  "forgets-pending-rollouts": ({ families, pools }) =>
    pools.length > 0
      ? text("The rotation of the {families} waits for {pools}; hibernation counts the pools as rolled.", {
          families: formatList(families.map(rotationFamilyLabel)),
          pools: poolsLabel(pools),
        })
      : text("The rotation of the {families} waits for its next step; hibernation counts the pools as rolled.", {
          families: formatList(families.map(rotationFamilyLabel)),
        }),
  "starts-at-next-attempt": message(
    "Gardener is retrying a failed operation; the rotation begins with its next attempt.",
  ),
  "retried-automatically": ({ fromAt }) =>
    fromAt === undefined
      ? text("Gardener retries automatically when the provider's rate limit was hit.")
      : text(
          "Gardener retries automatically within 5 minutes after {fromAt}, because the provider's rate limit was hit.",
          { fromAt },
        ),
  "maintenance-replaces-pending": message("{pending} is still pending, and maintenance replaces what is pending."),
  "operation-pending": message("{pending} is still pending; it is kept."),
  "perhaps-ignored": message(
    "An annotation tells Gardener to ignore the cluster. It has no effect unless the operator allows it.",
  ),
  "confined-changes-roll-out": message(
    "Changes of the specification that wait for the maintenance window, if there are any, are rolled out as well.",
  ),
  "etcd-completes-by-itself": message("This also completes the rotation of the etcd encryption key."),
  "legacy-etcd-operation": message("{operation} is going away; rotate-etcd-encryption-key does both steps."),
  "will-wait-for-window": message(
    "It is carried out in the next maintenance window, unless the last operation has failed.",
  ),
  "leaves-cloud-resources": message("What the cluster has created in the cloud account stays there and costs money."),
};

/** Formats the value of a fact: arrays become lists; credentials, phases and pools get their usual names. */
function labelOfFact(name: string, fact: unknown): string {
  const items = [fact].flat().map(String);
  if (name === "family" || name === "families") return formatList(items.map(rotationFamilyLabel));
  if (name === "phase") return formatList(items.map(rotationPhaseName));
  return name === "pools" ? poolsLabel(items) : formatList(items);
}

/** Sentence that says why an operation is refused, has no effect now, or needs care. */
export function describeReason<Id extends OperationReasonId>(reason: OperationReason<Id>): string {
  const said: Message | ((facts: OperationReason<Id>) => string) = reasonDescriptions[reason.id];
  if (typeof said === "function") return said(reason);
  return text(said, Object.fromEntries(Object.entries(reason).map(([name, fact]) => [name, labelOfFact(name, fact)])));
}
