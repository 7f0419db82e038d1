import "server-only";
import type { OperationReason, OperationReasonId } from "#lib/policy/operations/reasons.ts";
import type { PhasedFamily } from "#lib/policy/rotations/families.ts";
import { rotationFamilyNames } from "./rotation-warning-messages.ts";

type Refusals = { readonly [Id in OperationReasonId]?: (facts: OperationReason<Id>) => string };

/** API server messages for refused operation annotations, hibernation or deletion, as details of a field error. */
const refusals: Refusals = {
  "unknown-operation": ({ operation }) => quoted(operation),
  "not-parallel": ({ operation }) => `operation ${quoted(operation)} cannot be combined with other operations`,
  "self-hosted-unmanaged": ({ operation }) =>
    `operation ${quoted(operation)} is not supported for self-hosted shoots with unmanaged infrastructure`,
  "gate-closed": ({ operation, gate }) => `operation ${quoted(operation)} requires the feature gate ${gate}`,
  "duplicate-with-maintenance": ({ operations }) =>
    `operations ${list(operations)} cannot be in both operation annotations`,
  "k8s-134-single-step-only": ({ operation }) =>
    `operation ${quoted(operation)} is not supported from Kubernetes 1.34 on, use rotate-etcd-encryption-key`,
  "incompatible-operation": ({ operation, with: others }) =>
    `operation ${quoted(operation)} cannot be combined with ${list(others)}`,
  hibernated: ({ operation }) => `operation ${quoted(operation)} is not possible while the shoot is hibernated`,
  "waking-up": ({ operation }) => `operation ${quoted(operation)} is not possible while the shoot is waking up`,
  "encryption-config-rolling-out": () =>
    "spec.kubernetes.kubeAPIServer.encryptionConfig.resources and status.credentials.encryptionAtRest.resources differ",
  "covered-by-other-annotation": ({ operation, with: other }) =>
    `operation ${quoted(operation)} overlaps with ${quoted(other)} of the other operation annotation`,
  "last-operation-not-ready": ({ type, state }) =>
    `a rotation cannot be started while status.lastOperation is ${type ? `${type} ${state ?? ""}`.trimEnd() : "empty"}`,
  "rotation-in-progress": ({ family, phase }) => `cannot be started while ${phaseField(family)} is ${quoted(phase)}`,
  "not-prepared": ({ family, phase }) =>
    `cannot be completed while ${phaseField(family)} is ${quoted(phase)} and not "Prepared"`,
  "worker-update-pending": ({ strategy, pools }) => {
    const field = strategy === "manual" ? "manualInPlaceUpdate" : "autoInPlaceUpdate";
    return `cannot be started while status.inPlaceUpdates.pendingWorkerUpdates.${field} holds ${list(pools)}`;
  },
  "no-waiting-rotation": () => 'no rotation is in the phase "WaitingForWorkersRollout"',
  "pool-required": () => "at least one worker pool must be named",
  "pool-duplicate": ({ pool }) => quoted(pool),
  "pool-unknown": ({ pool }) => `${quoted(pool)}: no worker pool of the shoot has this name`,
  "pool-in-place": ({ pool }) => `${quoted(pool)}: worker pools with an in-place update strategy cannot be rolled out`,
  "pool-wildcard": () => "* cannot be combined with names of worker pools",
  deletion: ({ operation }) => `operation ${quoted(operation)} is not possible while the shoot is being deleted`,
  "self-hosted": () => "self-hosted shoots cannot be hibernated",
  "spec-frozen-by-deletion": () => "the spec cannot be changed while the shoot is being deleted",
  "migration-or-restore": () => "the control plane of the shoot is being migrated",
  "hibernation-possible-constraint": ({ status }) => `"HibernationPossible" constraint is ${quoted(status)}`,
  "etcd-encryption-key-rotation": ({ phase }) =>
    `the shoot cannot be hibernated while ${phaseField("etcdEncryptionKey")} is ${quoted(phase)}`,
  "service-account-key-rotation": ({ phase }) =>
    `the shoot cannot be hibernated while ${phaseField("serviceAccountKey")} is ${quoted(phase)}`,
  "maintenance-operation": ({ operations }) =>
    `the shoot cannot be hibernated while the maintenance operations ${list(operations)} are set`,
  "confirmation-missing": () => 'must have a "confirmation.gardener.cloud/deletion" annotation to delete',
  "dual-approval": () =>
    "you are not allowed to both confirm the deletion and send the actual DELETE request - another subject must perform the deletion",
  "managed-seed": () => "the shoot is referenced by a ManagedSeed",
  "no-deletion-timestamp": () => "force-deletion requires that the deletion timestamp is set",
  "no-eligible-error-code": ({ codes }) =>
    `force-deletion requires an error code that permits it in status.lastErrors${codes.length === 0 ? "" : `, found ${list(codes)}`}`,
  "cannot-be-removed": () => "force-deletion annotation cannot be removed once set",
};

/** The message for the reason of a refusal; the id of the reason if there is no message. */
export function refusalReasonMessage<Id extends OperationReasonId>(reason: OperationReason<Id>): string {
  const say: ((facts: OperationReason<Id>) => string) | undefined = refusals[reason.id];
  return say === undefined ? reason.id : say(reason);
}

function phaseField(family: PhasedFamily): string {
  return `the rotation phase of the ${rotationFamilyNames[family]}`;
}

function list(names: readonly string[]): string {
  return names.map(quoted).join(", ");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
