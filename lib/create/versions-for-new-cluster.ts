import type { NewClusterPreview, VersionForNewCluster } from "#lib/contract/new-cluster.ts";
import { independentForecastsOf } from "#lib/forecast/summarise-forecast.ts";
import { versionStageAt } from "#lib/forecast/version-life.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { maxForecastPools } from "#lib/policy/forecast/forecast-pools.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { createForecaster, type LandscapeRelease } from "#lib/policy/forecast/forecaster.ts";
import type { VersionedComponent } from "#lib/policy/forecast/versioned-component.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import { offeredImageVersions, offeredKubernetes } from "#lib/policy/profiles/offered-versions.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import type { YieldingTask } from "#lib/yielding-task.ts";
import { describeNewVersion, describeRecommendation, type VersionForecast } from "./describe-new-version.ts";
import { expiryOf, newestFirst } from "./offered-version.ts";

/** A draft of a Shoot, with the defaults that the API server sets, and the profile from which it chooses. */
export interface ImaginedCluster {
  readonly shoot: Shoot;
  readonly profile: CloudProfileSpec;
  /** Known releases of the landscape, on which rules of maintenance depend. */
  readonly release: LandscapeRelease;
  readonly rules: GardenerRules;
  /** Epoch milliseconds. */
  readonly now: number;
  /** End of the forecasts, in epoch milliseconds. */
  readonly horizon: number;
}

export type NewClusterVersions = Pick<NewClusterPreview, "versions" | "images">;

/**
 * Maximum number of components over all forecasts of one draft, each of which has the control plane and the pools. A
 * dozen versions with a few pools stay far below. Beyond, the oldest versions and the last pools get no forecast.
 */
const maxForecastComponents = 600;

/**
 * For every version that a new cluster may have, what will happen to it: from the forecast of the draft with that
 * version. The same for the image versions of each pool.
 */
export function* versionsForNewCluster(imagined: ImaginedCluster): YieldingTask<NewClusterVersions> {
  const { shoot, profile: spec, release, rules, now, horizon } = imagined;
  const { profile, forecast } = createForecaster(spec, release);
  const view = profileAdmissionContextAt(now, rules);
  const forecastDraft = (draft: Shoot) => forecast(draft, { now, horizon, lanes: "own" });
  const describeListed = (listed: ListedVersion, told: Forecast, of: VersionedComponent): VersionForNewCluster => {
    const expiresAt = expiryOf(listed, view.reading);
    return {
      version: listed.text,
      stage: versionStageAt(listed, view.reading),
      ...(expiresAt !== undefined && { expiresAt }),
      ...describeNewVersion({ expiresAt, forecast: forecastOf(told, of), now }),
    };
  };

  const pools = workerPoolsOf(shoot.spec).slice(0, maxForecastPools);
  const components = 1 + pools.length + pools.filter(({ kubernetes }) => kubernetes?.version).length;
  const most = Math.floor(maxForecastComponents / components);
  const versions: VersionForNewCluster[] = [];
  const offered = newestFirst(offeredKubernetes(profile.kubernetes, true, view.reading));
  for (const listed of offered.slice(0, most)) {
    versions.push(describeListed(listed, forecastDraft(withKubernetes(shoot, listed.text)), { kind: "control-plane" }));
    yield;
  }

  let left = most - versions.length;
  const images: { pool: string; versions: VersionForNewCluster[] }[] = [];
  for (const [index, pool] of pools.entries()) {
    const request = {
      image: pool.machine.image,
      oldImage: undefined,
      pool: { updateStrategy: pool.updateStrategy ?? null, architecture: pool.machine.architecture || "amd64" },
      machineType: profile.machineTypes.get(pool.machine.type),
    };
    const choices = newestFirst(offeredImageVersions(request, { offered: profile, view }));
    left -= choices.length;
    if (left < 0) break;
    const ofPool: VersionForNewCluster[] = [];
    for (const listed of choices) {
      const told = forecastDraft(withImage(shoot, index, listed.text));
      ofPool.push(describeListed(listed, told, { kind: "pool-image", pool: pool.name }));
      yield;
    }
    images.push({ pool: pool.name, versions: withRecommendation(ofPool) });
  }
  return { versions: withRecommendation(versions), images };
}

function forecastOf(told: Forecast, of: VersionedComponent): VersionForecast {
  if (told.outcome === "unknown") return { reason: told.reason, field: told.field };
  // A draft is never in deletion.
  if (told.outcome === "not-maintained") return { reason: "invalid-shoot" };
  const lane = independentForecastsOf(told.lanes).find(
    ({ id }) => id.kind === of.kind && ("pool" in id ? id.pool : "") === ("pool" in of ? of.pool : ""),
  );
  return lane === undefined ? { reason: "invalid-shoot" } : { lane, rejections: told.rejections };
}

/** The draft with another Kubernetes version. */
export function withKubernetes<Draft extends Shoot>(shoot: Draft, version: string): Draft {
  return { ...shoot, spec: { ...shoot.spec, kubernetes: { ...shoot.spec.kubernetes, version } } };
}

/** The draft with another version of a pool's image. */
export function withImage<Draft extends Shoot>(shoot: Draft, index: number, version: string): Draft {
  const { spec } = shoot;
  const workers = workerPoolsOf(spec).map((pool, at): Worker => {
    if (at !== index || !pool.machine.image) return pool;
    return { ...pool, machine: { ...pool.machine, image: { ...pool.machine.image, version } } };
  });
  return { ...shoot, spec: { ...spec, provider: { ...spec.provider, workers } } };
}

/** Marks the version that lasts longest among the supported ones; of equals the newest. */
function withRecommendation(versions: readonly VersionForNewCluster[]): VersionForNewCluster[] {
  const sound = versions.filter(({ stage }) => stage === "supported" || stage === "unclassified");
  const [best] = sound.toSorted((a, b) => lifeOf(b) - lifeOf(a));
  return versions.map((each) => {
    return each === best ? { ...each, recommended: describeRecommendation(lifeOf(each) === endless) } : each;
  });
}

const endless = Number.MAX_SAFE_INTEGER;

/** When a cluster with this version is forced on, or stuck, in epoch milliseconds. */
function lifeOf({ firstForced, deadEnd, expiresAt }: VersionForNewCluster): number {
  const ends = [firstForced?.at.earliest, deadEnd?.fromAt].filter((at) => at !== undefined);
  return ends.length > 0 ? Math.min(...ends) : (expiresAt ?? endless);
}
