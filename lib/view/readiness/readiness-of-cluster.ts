import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import type { ClusterForecast } from "#lib/contract/cluster-forecast.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { assessReadiness, type Readiness } from "#lib/policy/readiness/assess-readiness.ts";
import type { ClusterContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import { nextMinorStep } from "#lib/policy/readiness/next-minor-step.ts";
import { readShootWithProfile } from "../upcoming-versions/read-shoot-with-profile.ts";

interface LookBefore {
  readonly to: string;
  /** Generation of the Shoot that was read. */
  readonly generation: number;
  readonly contents: ClusterContents;
}

interface KnownCluster {
  readonly shoot: Shoot;
  readonly detail: Pick<ClusterDetail, "view">;
  /** What was read inside the cluster, before a step to the version `to`. */
  readonly looked?: LookBefore | undefined;
}

/** Readiness of a cluster for its next minor version; undefined if there is no next minor. */
export function readinessOfCluster(
  { shoot: given, detail: { view }, looked }: KnownCluster,
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
  if (step === undefined) return undefined;
  // What a look before another minor has read says too little: it looks for objects that the step concerns.
  const contents = looked && majorMinorOf(looked.to) === majorMinorOf(step.to) ? looked.contents : undefined;
  const isShootChanged = looked !== undefined && looked.generation !== (shoot.metadata.generation ?? 0);
  return assessReadiness(shoot, step, { ...context, view, contents, isShootChanged });
}
