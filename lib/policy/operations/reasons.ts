import type { NodeRollingFamily, PhasedFamily } from "../rotations/families.ts";

/** Reasons why an operation is denied, has no effect now or needs care, with the facts for UI texts. Ids are stable. */
export interface OperationReasonFacts {
  // Rejections of the API server, in its own order.
  "unknown-operation": { readonly operation: string };
  "not-parallel": { readonly operation: string };
  "self-hosted-unmanaged": { readonly operation: string };
  "gate-closed": { readonly operation: string; readonly gate: string };
  "duplicate-with-maintenance": { readonly operations: readonly string[] };
  "k8s-134-single-step-only": { readonly operation: string };
  "incompatible-operation": { readonly operation: string; readonly with: readonly string[] };
  hibernated: { readonly operation: string };
  "waking-up": { readonly operation: string };
  "encryption-config-rolling-out": object;
  "covered-by-other-annotation": { readonly operation: string; readonly with: string };
  "last-operation-not-ready": { readonly type: string | undefined; readonly state: string | undefined };
  "rotation-in-progress": { readonly family: PhasedFamily; readonly phase: string };
  "not-prepared": { readonly family: PhasedFamily; readonly phase: string };
  "worker-update-pending": { readonly strategy: "auto" | "manual"; readonly pools: readonly string[] };
  "no-waiting-rotation": object;
  "pool-required": object;
  "pool-duplicate": { readonly pool: string };
  "pool-unknown": { readonly pool: string };
  "pool-in-place": { readonly pool: string };
  "pool-wildcard": object;
  // Reasons about hibernation.
  "self-hosted": object;
  "spec-frozen-by-deletion": object;
  "migration-or-restore": object;
  "hibernation-possible-constraint": { readonly status: string };
  "etcd-encryption-key-rotation": { readonly phase: string };
  "service-account-key-rotation": { readonly phase: string };
  "maintenance-operation": { readonly operations: readonly string[] };
  "already-hibernated": object;
  "already-awake": object;
  // Reasons about deletion.
  "confirmation-missing": object;
  "dual-approval": { readonly confirmedBy: string };
  "managed-seed": object;
  "already-deleting": object;
  "no-deletion-timestamp": object;
  "no-eligible-error-code": { readonly codes: readonly string[] };
  "cannot-be-removed": object;
  "force-deletion-gate-closed": object;
  "already-forced": object;
  // The API server accepts the operation, but it has no effect now.
  "failed-needs-retry": object;
  "not-failed": object;
  "never-reconciled": object;
  "run-refused-while-waking": { readonly operations: readonly string[] };
  "run-refused-while-asleep": { readonly operations: readonly string[] };
  "emergency-stop": object;
  ignored: object;
  "leaving-seed": object;
  "destination-not-ready": object;
  "seed-silent": object;
  "seed-not-ready": object;
  "ssh-disabled": object;
  workerless: object;
  // Missing permissions.
  "rbac-missing": { readonly verb: string; readonly group: string; readonly resource: string };
  // Almanac denies the operation although the API server would accept it.
  deletion: { readonly operation: string };
  "nothing-to-do": { readonly operation: string };
  "same-family-in-other-annotation": { readonly operation: string; readonly other: string };
  "machines-may-not-exist": object;
  "not-for-maintenance": { readonly operation: string };
  "encryption-settles-first": object;
  // Cautions and hints about the operation.
  "perhaps-ignored": object;
  "drops-old-credentials": { readonly families: readonly PhasedFamily[] };
  "forgets-pending-rollouts": { readonly families: readonly NodeRollingFamily[]; readonly pools: readonly string[] };
  "starts-at-next-attempt": object;
  "retried-automatically": { readonly fromAt: string | undefined };
  "maintenance-replaces-pending": { readonly pending: readonly string[] };
  "operation-pending": { readonly pending: readonly string[] };
  "confined-changes-roll-out": object;
  "etcd-completes-by-itself": object;
  "legacy-etcd-operation": { readonly operation: string };
  "will-wait-for-window": object;
  "leaves-cloud-resources": object;
}

export type OperationReasonId = keyof OperationReasonFacts;
export type OperationReason<Id extends OperationReasonId = OperationReasonId> = {
  [Key in Id]: { readonly id: Key } & OperationReasonFacts[Key];
}[Id];

/** Decision about an operation. `latent`: accepted, but nothing happens now. `hide`: does not apply to the Shoot. */
export const operationDecisions = ["allow", "deny", "latent", "caution", "hide"] as const;
export type OperationDecision = (typeof operationDecisions)[number];
