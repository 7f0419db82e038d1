import type { Shoot } from "#lib/garden/shoot.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { isInDeletion, parseMajorMinor, pendingInPlacePools, rotationFamilies } from "../rotations/families.ts";
import { rotationProgress } from "../rotations/rotation-progress.ts";
import type { SummaryTask } from "./operation-summary.ts";

/** What people still have to do to a cluster: steps of rotations, updates in place, rollouts by hand, pools behind. */
export function remainingTasks(shoot: Shoot, nowMs: number): readonly SummaryTask[] {
  if (isInDeletion(shoot)) return [];
  const rotations = rotationFamilies.flatMap((family): readonly SummaryTask[] => {
    const { wait, pendingPools: pools } = rotationProgress(shoot, family, nowMs);
    return wait === undefined ? [] : [{ kind: "rotation", family, wait, pools }];
  });
  const { manual } = pendingInPlacePools(shoot);
  const rollouts = (shoot.status?.manualWorkerPoolRollout?.pendingWorkersRollouts ?? []).map(({ name }) => name);
  return [
    ...rotations,
    ...(manual.length > 0 ? [{ kind: "in-place", pools: manual } as const] : []),
    ...(rollouts.length > 0 ? [{ kind: "rollout", pools: rollouts } as const] : []),
    ...poolsBehind(shoot),
  ];
}

function poolsBehind({ spec }: Shoot): readonly SummaryTask[] {
  const controlPlane = parseMajorMinor(spec.kubernetes?.version);
  if (controlPlane === undefined) return [];
  const behind = workerPoolsOf(spec).flatMap(({ name, kubernetes }) => {
    const version = kubernetes?.version;
    const own = parseMajorMinor(version ?? undefined);
    const isBehind =
      own !== undefined &&
      (own.major < controlPlane.major || (own.major === controlPlane.major && own.minor < controlPlane.minor));
    return version && isBehind ? [{ name, version }] : [];
  });
  return [...Map.groupBy(behind, ({ version }) => version)].map(([version, pools]) => ({
    kind: "pool-behind",
    version,
    pools: pools.map(({ name }) => name),
  }));
}
