import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { effectiveKubernetesVersion, majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { poolNameStem } from "./successor-pool.ts";

const taintKeys = ({ taints }: Worker) =>
  (taints ?? []).map(({ key, value, effect }) => `${key}=${value ?? ""}:${effect}`).sort();

/** Whether Pods that run in one pool can also run in the other: same architecture, labels and taints. */
function takesTheSamePods(a: Worker, b: Worker): boolean {
  return (
    (a.machine?.architecture ?? "amd64") === (b.machine?.architecture ?? "amd64") &&
    semanticallyEqual(taintKeys(a), taintKeys(b)) &&
    semanticallyEqual({ labels: a.labels }, { labels: b.labels })
  );
}

/**
 * Finds the likely successor of each replaced pool: a pool with the control plane's minor version that takes the same
 * Pods, and has a similar name or the same machine type. Each pool succeeds at most one; similar names come first.
 *
 * @param pools pools that can succeed another one
 * @returns successors by the name of the replaced pool
 */
export function findSuccessorPools(
  spec: ShootSpec,
  pools: readonly Worker[],
  replaced: readonly Worker[],
): ReadonlyMap<string, Worker> {
  const minor = majorMinorOf(spec.kubernetes.version);
  const free = new Set(
    pools.filter((pool) => !replaced.includes(pool) && majorMinorOf(effectiveKubernetesVersion(spec, pool)) === minor),
  );
  const found = new Map<string, Worker>();
  const assign = (isFit: (old: Worker, pool: Worker) => boolean) => {
    for (const old of replaced) {
      const successor = found.has(old.name) ? undefined : [...free].find((pool) => isFit(old, pool));
      if (successor === undefined) continue;
      found.set(old.name, successor);
      free.delete(successor);
    }
  };
  assign((old, pool) => takesTheSamePods(old, pool) && poolNameStem(pool.name) === poolNameStem(old.name));
  assign((old, pool) => takesTheSamePods(old, pool) && pool.machine?.type === old.machine.type);
  return found;
}
