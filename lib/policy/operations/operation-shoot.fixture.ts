import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import type { ObjectMeta } from "#lib/kube/object.ts";
import { annotations } from "./annotations.ts";

export interface OperationShootInput {
  readonly operation?: string;
  readonly planned?: string;
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<ShootSpec>;
  readonly status?: Partial<ShootStatus> | null;
}

/** A healthy Shoot with two pools that use rolling updates, with a test's changes. */
export function operationShootWith({ operation, planned, metadata, spec, status }: OperationShootInput = {}): Shoot {
  return {
    metadata: {
      name: "crazy-botany",
      namespace: "garden-pay",
      generation: 2,
      ...metadata,
      annotations: {
        ...metadata?.annotations,
        ...(operation === undefined ? {} : { [annotations.operation]: operation }),
        ...(planned === undefined ? {} : { [annotations.maintenanceOperation]: planned }),
      },
    },
    spec: {
      kubernetes: { version: "1.33.2" },
      provider: {
        type: "local",
        workers: [
          { name: "worker-1", machine: { type: "m" } },
          { name: "worker-2", machine: { type: "m" } },
        ],
      },
      credentialsBindingName: "my-credentials",
      ...spec,
    },
    status:
      status === null
        ? null
        : { observedGeneration: 2, lastOperation: { type: "Reconcile", state: "Succeeded" }, ...status },
  };
}
