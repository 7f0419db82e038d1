import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { assessReadiness, type Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import { nextMinorStep } from "#lib/policy/readiness/next-minor-step.ts";
import { readShootWithProfile } from "../upcoming-versions/read-shoot-with-profile.ts";

/** Readiness of a cluster for its next minor version; undefined if there is no next minor. */
export function readinessOfCluster(
  { shoot: given, detail: { view } }: { readonly shoot: Shoot; readonly detail: Pick<ClusterDetail, "view"> },
  { forecast, snapshot, world }: ClusterForecast,
): Readiness | undefined {
  const shoot = shootWithValidTypes(given);
  const context = {
    profile: readShootWithProfile(world)?.profile,
    rules: rulesOfShoot(shoot, { release: world.release, gates: world.gates }),
    now: parseInstant(snapshot.at) ?? 0,
  };
  const step = nextMinorStep(shoot, {
    ...context,
    forecast: forecast.outcome === "foreseen" ? forecast : undefined,
  });
  return step && assessReadiness(shoot, step, { ...context, view });
}
