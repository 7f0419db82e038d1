import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast } from "../component-forecast.ts";
import type { ForecastOptions } from "../forecast-result.ts";
import { createForecaster } from "../forecaster.ts";
import { canProfileChangeAffectShoot, compareProfilesForForecast } from "./profile-changes.ts";

/** Version of Kubernetes, or of a machine image. */
export interface KubernetesOrImageVersion {
  readonly image?: string | undefined;
  readonly version: string;
}

/**
 * Effect of a version's expiry on a Shoot: the Shoot is updated by force, or it would have to be updated and cannot be,
 * or neither, because it leaves the version earlier.
 */
export type VersionEndOutcome = "forced" | "stuck" | "neither";

/** Whether a profile lists the version; the expiry of a version that is not listed has no effect. */
export function isVersionInProfile(spec: CloudProfileSpec, { image, version }: KubernetesOrImageVersion): boolean {
  const versions =
    image === undefined
      ? spec.kubernetes?.versions
      : spec.machineImages?.find((each) => each?.name === image)?.versions;
  return versions?.some((entry) => entry?.version === version) ?? false;
}

/**
 * Returns the profile with a changed expiry of one version.
 *
 * @param endsAt last second of the version in epoch milliseconds; undefined for no end
 */
export function withVersionEnd(
  spec: CloudProfileSpec,
  { image, version }: KubernetesOrImageVersion,
  endsAt: number | undefined,
): CloudProfileSpec {
  const ended = <Entry extends ExpirableVersion>(versions: readonly Entry[] | null | undefined) =>
    (versions ?? []).map((entry) => (entry?.version === version ? endedEntry(entry, endsAt) : entry));
  if (image === undefined) {
    return { ...spec, kubernetes: { ...spec.kubernetes, versions: ended(spec.kubernetes?.versions) } };
  }
  return {
    ...spec,
    machineImages: (spec.machineImages ?? []).map((each) =>
      each?.name === image ? { ...each, versions: ended(each.versions) } : each,
    ),
  };
}

/** Changes a version's expiry: a lifecycle stage begins at an instant; an expiration date includes its last second. */
function endedEntry<Entry extends ExpirableVersion>(entry: Entry, endsAt: number | undefined): Entry {
  const { lifecycle } = entry;
  if (!lifecycle || lifecycle.length === 0) {
    return { ...entry, expirationDate: endsAt === undefined ? undefined : formatInstant(endsAt) };
  }
  const stages = lifecycle.filter(({ classification }) => classification !== "expired");
  const expired =
    endsAt === undefined ? [] : [{ classification: "expired", startTime: formatInstant(endsAt + secondMs) }];
  return { ...entry, lifecycle: [...stages, ...expired] };
}

type EndOptions = Omit<ForecastOptions, "lanes">;

/** Creates a function that tells whether a version's expiry can affect a Shoot; most Shoots never use the version. */
export function createExpiryRelevanceCheck(
  { endless, ended }: { readonly endless: CloudProfileSpec; readonly ended: CloudProfileSpec },
  options: EndOptions,
): (shoot: Shoot) => boolean {
  const forecaster = createForecaster(endless);
  const changes = compareProfilesForForecast(endless, ended);
  return (shoot) => canProfileChangeAffectShoot(changes, shoot, forecaster.forecast(shoot, options));
}

/** Creates a function that returns one Shoot's outcome of a version's expiry, so that callers can work in slices. */
export function createVersionEndOutcome(
  spec: CloudProfileSpec,
  named: KubernetesOrImageVersion,
  options: EndOptions,
): (shoot: Shoot) => VersionEndOutcome {
  const forecaster = createForecaster(spec);
  const { version } = named;
  const canHave = ({ id, image }: ComponentForecast) =>
    named.image === undefined ? id.kind !== "pool-image" : id.kind === "pool-image" && image === named.image;
  return (shoot) => {
    const forecast = forecaster.forecast(shoot, { ...options, lanes: "own" });
    if (forecast.outcome !== "foreseen") return "neither";
    const components = forecast.lanes.filter(canHave);
    if (components.some(({ deadEnds }) => deadEnds.some((end) => end.version === version))) return "stuck";
    const isForced = components.some(({ hops }) =>
      hops.some(({ from, kind }) => from === version && kind === "forced"),
    );
    return isForced ? "forced" : "neither";
  };
}
