import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { hasLimitedField } from "../maintenance/spec-clean-up.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { ImagePath, KubernetesPath } from "./paths/path-class.ts";
import type { ProfileLanes } from "./profile-lanes.ts";

/** The paths of a pool's lanes. */
interface PoolPaths {
  readonly pool: Worker;
  /** The pool's own Kubernetes version; undefined where it follows the control plane. */
  readonly own: string | undefined;
  /** Of its own version, else of the control plane. */
  readonly kubelets: KubernetesPath;
  readonly image: ImagePath;
}

/** The paths of all lanes of a Shoot, which it shares with others. */
export interface ShootPaths {
  readonly controlPlane: KubernetesPath;
  readonly pools: readonly PoolPaths[];
  /** When the Shoot's run of number 0 is, was or would be: epoch milliseconds. */
  readonly zeroAt: number;
}

/** The first run of a schedule, and the last instant that is looked at: epoch milliseconds. */
interface PathSpan {
  readonly firstAt: number;
  readonly until: number;
}

/**
 * The paths that the lanes of a Shoot take. They are exact as long as no run is refused: then no lane holds up another
 * one. Undefined where that cannot be told; only a simulation of the whole Shoot can tell then.
 */
export function pathsOf(spec: ShootSpec, lanes: ProfileLanes, { firstAt, until }: PathSpan): ShootPaths | undefined {
  const auto = autoUpdateOf(spec.maintenance);
  const paths = lanes.paths.of({ firstAt, until, boundary: lanes.rules("class.boundary") });
  const firstDay = dayOfRun(paths, firstAt);
  const zeroAt = firstAt - firstDay * dayMs;
  const controlPlane = paths.controlPlane(spec.kubernetes?.version ?? "", auto.kubernetesVersion, firstDay);
  if (!controlPlane.isSound || controlPlane.refusedFields.some((limit) => hasLimitedField(spec, limit)))
    return undefined;
  const ofPool = { autoUpdate: auto.kubernetesVersion, firstDay };
  const pools: PoolPaths[] = [];
  for (const pool of poolsOf(spec)) {
    const own = pool.kubernetes?.version || undefined;
    const kubelets = own === undefined ? controlPlane : paths.pool(controlPlane, own, ofPool);
    if (!kubelets.isSound) return undefined;
    const images = lanes.images(pool, auto.machineImageVersion);
    const image = paths.image(kubelets, { pool, images, version: pool.machine?.image?.version ?? "" }, firstDay);
    if (image === undefined) return undefined;
    pools.push({ pool, own, kubelets, image });
  }
  return { controlPlane, pools, zeroAt };
}

/** The number of a Shoot's run in the days of its class, which lies at another time of the day. */
function dayOfRun({ zeroAt }: { readonly zeroAt: number }, firstAt: number): number {
  return Math.floor(firstAt / dayMs) - Math.floor(zeroAt / dayMs);
}
