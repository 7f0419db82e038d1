import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast } from "../component-forecast.ts";
import type { ForecastOptions } from "../forecast-result.ts";
import { createForecaster } from "../forecaster.ts";
import { concernsShoot, profileChanges } from "./profile-changes.ts";

/** Version of Kubernetes, or of a machine image. */
export interface NamedVersion {
  readonly image?: string | undefined;
  readonly version: string;
}

/**
 * What the end of a version does to a Shoot: it is forced off the version, has to leave it and cannot, or neither,
 * because it leaves before.
 */
export type VersionEndOutcome = "forced" | "stuck" | "neither";

/** Whether a profile lists a version; the end of another one is of no consequence. */
export function listsVersion(spec: CloudProfileSpec, { image, version }: NamedVersion): boolean {
  const versions =
    image === undefined
      ? spec.kubernetes?.versions
      : spec.machineImages?.find((each) => each?.name === image)?.versions;
  return versions?.some((entry) => entry?.version === version) ?? false;
}

/**
 * Returns the profile with another end of a version.
 *
 * @param endsAt last second of the version in epoch milliseconds; undefined for no end
 */
export function withVersionEnd(
  spec: CloudProfileSpec,
  { image, version }: NamedVersion,
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

/** A stage of a lifecycle begins at an instant, while an expiration date includes its last second. */
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

/** Whether the end of a version can matter to a Shoot at all; most Shoots of a fleet never come near it. */
export function createConcern(
  { endless, ended }: { readonly endless: CloudProfileSpec; readonly ended: CloudProfileSpec },
  options: EndOptions,
): (shoot: Shoot) => boolean {
  const forecaster = createForecaster(endless);
  const changes = profileChanges(endless, ended);
  return (shoot) => concernsShoot(changes, shoot, forecaster.forecast(shoot, options));
}

/** Outcome of a version's end for one Shoot after the other, so that fleets can be processed in slices. */
export function createVersionEndOutcome(
  spec: CloudProfileSpec,
  named: NamedVersion,
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
