import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { secondMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast } from "../component-forecast.ts";
import type { ForecastOptions } from "../forecast-result.ts";
import { createForecaster, type LandscapeRelease } from "../forecaster.ts";
import { canProfileChangeAffectShoot, compareProfilesForForecast } from "./profile-changes.ts";

/** Version of Kubernetes, or of a machine image. */
export interface KubernetesOrImageVersion {
  readonly image?: string | undefined;
  readonly version: string;
}

/** Effect of a version's expiry on one Shoot. */
export interface VersionEndOutcome {
  /**
   * Whether the Shoot is updated by force, or would have to be updated and cannot be, or neither, because it leaves the
   * version earlier.
   */
  readonly kind: "forced" | "stuck" | "neither";
  /** Earliest time at which the Shoot is forced or stuck, in epoch milliseconds; undefined for neither. */
  readonly at?: number;
  /** Whether the Shoot has the version now; otherwise an earlier update brings it there. */
  readonly hasVersionNow: boolean;
}

/** How a Shoot's outcome of one end differs from that of another: no longer stuck, or the same at another time. */
export type VersionEndShift = "freed" | "stuckEarlier" | "stuckLater" | "forcedEarlier" | "forcedLater";

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

type EndOptions = Omit<ForecastOptions, "lanes"> & { readonly edition?: LandscapeRelease };

/** Creates a function that tells whether a version's expiry can affect a Shoot; most Shoots never use the version. */
export function createExpiryRelevanceCheck(
  { endless, ended }: { readonly endless: CloudProfileSpec; readonly ended: CloudProfileSpec },
  options: EndOptions,
): (shoot: Shoot) => boolean {
  const forecaster = createForecaster(endless, options.edition);
  const changes = compareProfilesForForecast(endless, ended);
  return (shoot) => canProfileChangeAffectShoot(changes, shoot, forecaster.forecast(shoot, options));
}

/** Creates a function that returns one Shoot's outcome of a version's expiry, so that callers can work in slices. */
export function createVersionEndOutcome(
  spec: CloudProfileSpec,
  named: KubernetesOrImageVersion,
  options: EndOptions,
): (shoot: Shoot) => VersionEndOutcome {
  const forecaster = createForecaster(spec, options.edition);
  const { version } = named;
  const canHave = ({ id, image }: ComponentForecast) =>
    named.image === undefined ? id.kind !== "pool-image" : id.kind === "pool-image" && image === named.image;
  return (shoot) => {
    const forecast = forecaster.forecast(shoot, { ...options, lanes: "own" });
    if (forecast.outcome !== "foreseen") return { kind: "neither", hasVersionNow: false };
    const components = forecast.lanes.filter(canHave);
    const hasVersionNow = components.some((component) => component.version === version);
    const firstOf = (kind: "forced" | "stuck", times: readonly number[]): VersionEndOutcome | undefined =>
      times.length === 0 ? undefined : { kind, at: Math.min(...times), hasVersionNow };
    const deadEnds = components.flatMap((component) => component.deadEnds.filter((end) => end.version === version));
    const forced = components.flatMap(({ hops }) =>
      hops.filter(({ from, kind }) => from === version && kind === "forced"),
    );
    return (
      firstOf(
        "stuck",
        deadEnds.map(({ fromAt }) => fromAt),
      ) ??
      firstOf(
        "forced",
        forced.map(({ earliestAt }) => earliestAt),
      ) ?? { kind: "neither", hasVersionNow }
    );
  };
}

/** Returns how an outcome differs from the one with another end; undefined where only `kind` tells the difference. */
export function versionEndShift(before: VersionEndOutcome, after: VersionEndOutcome): VersionEndShift | undefined {
  if (before.kind === "stuck" && after.kind !== "stuck") return "freed";
  if (before.kind !== after.kind || before.at === undefined || after.at === undefined || before.at === after.at) {
    return undefined;
  }
  const isEarlier = after.at < before.at;
  if (after.kind === "stuck") return isEarlier ? "stuckEarlier" : "stuckLater";
  return isEarlier ? "forcedEarlier" : "forcedLater";
}
