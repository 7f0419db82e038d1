import type { ShootSpec } from "#lib/garden/shoot.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { parseMajorMinor } from "../rotations/families.ts";

/** The greatest number of minors that Gardener's documentation advises a pool to be behind its control plane. */
const advisedMinors = 2;

/**
 * Names of the pools that are further behind the control plane than Gardener documents, though its API server may accept
 * it. Pools without a version of their own are never behind.
 *
 * @source Gardener docs, usage/shoot/shoot_versions
 */
export function poolsFarBehind(spec: ShootSpec): readonly string[] {
  const control = parseMajorMinor(spec.kubernetes.version);
  if (control === undefined) return [];
  return workerPoolsOf(spec)
    .filter((pool) => {
      const own = parseMajorMinor(pool.kubernetes?.version ?? undefined);
      return own !== undefined && own.major === control.major && control.minor - own.minor > advisedMinors;
    })
    .map(({ name }) => name);
}
