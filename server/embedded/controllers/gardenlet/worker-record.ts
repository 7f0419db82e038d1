import type { Shoot, ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { impact } from "#lib/policy/changes/impact.ts";

/** What the machines of each Shoot were last made from, which in a real landscape the Worker resource in the seed knows. */
export interface WorkerRecord {
  /** Takes the Shoot as it stands for what its machines run. */
  settle(key: string, shoot: Shoot): void;
  forget(key: string): void;
  /** What the coming flow has to do to the pools that are there already. */
  pending(key: string, shoot: Shoot): PoolWork;
}

/** Names of pools: those whose machines are replaced, and those that are updated in place, by themselves or by hand. */
export interface PoolWork {
  readonly rolling: readonly string[];
  readonly inPlaceAuto: readonly string[];
  readonly inPlaceManual: readonly string[];
}

export const noPoolWork: PoolWork = { rolling: [], inPlaceAuto: [], inPlaceManual: [] };

type Rotation = NonNullable<NonNullable<ShootStatus["credentials"]>["rotation"]>;

interface Known {
  readonly spec: ShootSpec;
  readonly rotation: Rotation | null;
}

export function createWorkerRecord(): WorkerRecord {
  const known = new Map<string, Known>();
  return {
    settle(key, { spec, status }) {
      known.set(key, { spec, rotation: status?.credentials?.rotation ?? null });
    },
    forget(key) {
      known.delete(key);
    },
    pending(key, { spec, status }) {
      const before = known.get(key);
      if (before === undefined || spec.hibernation?.enabled === true || status?.hibernated === true) return noPoolWork;
      const newRotation = status?.credentials?.rotation ?? null;
      const impacts = [...impact({ old: before.spec, new: spec, oldRotation: before.rotation, newRotation })];
      const named = (kind: string) => impacts.filter(([, found]) => found.impact === kind).map(([name]) => name);
      return {
        rolling: named("rollingUpdate"),
        inPlaceAuto: named("inPlaceAuto"),
        inPlaceManual: named("inPlaceManual"),
      };
    },
  };
}

/** The lists of the status with the pools that a flow has found to be updated in place. */
export function withPendingUpdates(status: ShootStatus, { inPlaceAuto, inPlaceManual }: PoolWork): ShootStatus {
  if (inPlaceAuto.length + inPlaceManual.length === 0) return status;
  const { autoInPlaceUpdate, manualInPlaceUpdate } = status.inPlaceUpdates?.pendingWorkerUpdates ?? {};
  const union = (a: readonly string[] | null | undefined, b: readonly string[]) => [...new Set([...(a ?? []), ...b])];
  return {
    ...status,
    inPlaceUpdates: {
      pendingWorkerUpdates: {
        autoInPlaceUpdate: union(autoInPlaceUpdate, inPlaceAuto),
        manualInPlaceUpdate: union(manualInPlaceUpdate, inPlaceManual),
      },
    },
  };
}
