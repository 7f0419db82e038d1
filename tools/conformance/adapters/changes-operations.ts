import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import type { PendingInPlaceUpdates } from "#lib/policy/changes/in-place-updates.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import type { OperationError } from "#lib/policy/operations/field-error.ts";
import type { OperationReasonId } from "#lib/policy/operations/reasons.ts";
import { validateOperations } from "#lib/policy/operations/validate-operations.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";

/** Names in test vectors for the reasons that prevent a rollout of worker pools. */
const rolloutCodes: Partial<Record<OperationReasonId, string>> = {
  hibernated: "HIBERNATED",
  "waking-up": "HIBERNATED",
  "pool-required": "POOL_NAME_REQUIRED",
  "pool-wildcard": "STAR_EXCLUSIVE",
  "pool-duplicate": "POOL_DUPLICATE",
  "pool-unknown": "POOL_UNKNOWN",
  "pool-in-place": "POOL_IN_PLACE",
};

function shootWith(operation: string, spec: Partial<Shoot["spec"]>, status: Shoot["status"] = {}): Shoot {
  return {
    metadata: { name: "shoot", namespace: "garden-project", annotations: { [annotations.operation]: operation } },
    spec: { kubernetes: { version: "1.33.1" }, provider: { type: "local" }, ...spec },
    status: { lastOperation: { type: "Reconcile", state: "Succeeded" }, ...status },
  };
}

function rolloutCode({ reason }: OperationError): string {
  return rolloutCodes[reason.id] ?? reason.id;
}

/** Evaluates only this rule, because test vectors do not contain the phases of rotations. */
function pendingCode({ reason }: OperationError): readonly string[] {
  if (reason.id !== "worker-update-pending") return [];
  return [reason.strategy === "auto" ? "PENDING_AUTO_IN_PLACE" : "PENDING_MANUAL_IN_PLACE"];
}

/** Adapters for operations that depend on worker pools and their in-place updates. */
export const changesOperationAdapters: VectorAdapters = {
  "rollout-workers": createVectorAdapter<{
    operation: string;
    pools: Pick<Worker, "name" | "updateStrategy">[];
    hibernated: boolean;
  }>(({ operation, pools, hibernated }) => {
    const workers = pools.map((pool) => ({ ...pool, machine: { type: "local" } }));
    const spec = { hibernation: { enabled: hibernated }, provider: { type: "local", workers } };
    const errors = validateOperations(shootWith(operation, spec, { hibernated }));
    return { errors: errors.map(rolloutCode) };
  }, "sets"),
  "rotation-blocked-by-in-place": createVectorAdapter<{ operation: string; pending: PendingInPlaceUpdates }>(
    ({ operation, pending }) => {
      const status = { inPlaceUpdates: { pendingWorkerUpdates: pending } };
      return { errors: validateOperations(shootWith(operation, {}, status)).flatMap(pendingCode) };
    },
    "sets",
  ),
};
