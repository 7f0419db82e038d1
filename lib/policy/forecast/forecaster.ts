import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { lifetimeEnd } from "../controllers/lifetime.ts";
import { isNewerThanKnown, isOlderThanKnown } from "../editions/gardener-release.ts";
import type { GardenerReleaseContext } from "../editions/resolve.ts";
import { isDeleting } from "../maintenance/run-due.ts";
import { hasUnreadableDate } from "../versions/listed-version.ts";
import { type PreparedProfile, prepareProfile } from "../versions/prepared-profile.ts";
import type { ComponentForecast, ForecastStep } from "./component-forecast.ts";
import { limitForecastPools } from "./forecast-pools.ts";
import type { Forecast, ForecastOptions, ForecastVariant, ForecastWarning } from "./forecast-result.ts";
import { type ForecastShoot, findUnreadableForecastField } from "./forecast-shoot.ts";
import { computeForecastVariant } from "./forecast-variant.ts";
import type { ProfileTimelines } from "./profile-timelines.ts";
import { runSchedulesOfShoot } from "./run-schedule.ts";
import { type ReleaseTimelines, TimelinesByRelease } from "./timelines-by-release.ts";

/** Cuts a forecast at the end of the Shoot's lifetime, when Gardener deletes the Shoot. */
function untilEnd(outlook: ForecastVariant, endsAt: number | undefined): ForecastVariant {
  if (endsAt === undefined) return outlook;
  return {
    lanes: outlook.lanes.map((lane) => {
      const hops = lane.hops.filter(({ earliestAt }) => earliestAt < endsAt);
      const deadEnds = lane.deadEnds.filter(({ fromAt }) => fromAt < endsAt);
      const isWhole = hops.length === lane.hops.length;
      return {
        ...lane,
        hops,
        deadEnds,
        finalVersions: isWhole ? lane.finalVersions : [hops.at(-1)?.to ?? lane.version],
      };
    }),
    rejections: outlook.rejections.filter(({ fromAt }) => fromAt < endsAt),
  };
}

/** Computes forecasts for all Shoots of one profile, sharing common results. */
export interface Forecaster {
  readonly profile: PreparedProfile;
  forecast(shoot: ForecastShoot, options: ForecastOptions): Forecast;
}

/** Known facts about the releases of a landscape, besides the gardenlet's release, which is in each Shoot's status. */
export type LandscapeRelease = GardenerReleaseContext;

const farthestMs = 20 * 366 * dayMs;

function setsGates(shoot: ForecastShoot): boolean {
  const { kubernetes } = shoot.spec;
  const { kubeAPIServer, kubeControllerManager, kubeScheduler, kubeProxy, kubelet } = kubernetes;
  if (kubeAPIServer?.featureGates || kubeControllerManager?.featureGates || kubeScheduler?.featureGates) return true;
  if (kubeProxy?.featureGates || kubelet?.featureGates) return true;
  const plugins = kubeAPIServer?.admissionPlugins;
  return Array.isArray(plugins) && plugins.length > 0;
}

function sameStep(a: ForecastStep, b: ForecastStep): boolean {
  return a.from === b.from && a.to === b.to && a.earliestAt === b.earliestAt && a.latestAt === b.latestAt;
}

/** Marks version updates as `conditional` that another possible Gardener release does not make, or not at that time. */
function agreedComponent(
  lane: ComponentForecast,
  index: number,
  alternatives: readonly ForecastVariant[],
): ComponentForecast {
  const hops = lane.hops.map((hop): ForecastStep => {
    const everywhere = alternatives.every(({ lanes }) => lanes[index]?.hops.some((other) => sameStep(hop, other)));
    return everywhere ? hop : { ...hop, confidence: "conditional" };
  });
  return { ...lane, hops };
}

/** The distinct forecasts under other possible releases that differ from the likely one. */
function differing(likely: ForecastVariant, others: readonly ForecastVariant[]): readonly ForecastVariant[] {
  if (others.length === 0) return others;
  const seen = new Set([JSON.stringify(likely)]);
  return others.filter((other) => {
    const text = JSON.stringify(other);
    return !seen.has(text) && seen.add(text);
  });
}

function errorOf(
  shoot: ForecastShoot,
  { now, horizon }: ForecastOptions,
): Extract<Forecast, { outcome: "unknown" }> | undefined {
  if (!Number.isFinite(now)) return { outcome: "unknown", reason: "invalid-now" };
  if (!Number.isFinite(horizon) || horizon - now > farthestMs) return { outcome: "unknown", reason: "invalid-horizon" };
  const field = findUnreadableForecastField(shoot);
  return field === undefined ? undefined : { outcome: "unknown", reason: "invalid-shoot", field };
}

/**
 * Creates a forecaster for one profile. Results common to several Shoots (same versions, same kind of pool) are
 * computed once and cached as long as the forecaster lives; the profile's spec must not change meanwhile.
 *
 * @param spec the effective profile's spec; when missing, every forecast is `unknown`
 * @param landscape known facts about the releases; a Shoot's own gardenlet release takes precedence
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, and Gardener docs, shoot_maintenance
 */
export function createForecaster(
  spec: CloudProfileSpec | null | undefined,
  landscape: LandscapeRelease = {},
): Forecaster {
  const profile = prepareProfile(spec ?? {});
  const byRelease = new TimelinesByRelease(profile, landscape);
  const versions = [...profile.kubernetes, ...profile.images.flatMap((image) => image.versions)];
  const dateUnreadable = versions.some(hasUnreadableDate);

  function caveatsOf(shoot: ForecastShoot, { edition }: ReleaseTimelines): readonly ForecastWarning[] {
    const { kind, invalid } = runSchedulesOfShoot(shoot);
    const caveats: (ForecastWarning | false)[] = [
      edition === undefined && "release-unknown",
      edition !== undefined && isOlderThanKnown(edition) && "older-than-known-rules",
      // The garden's controllers follow their own release, which may be newer than the gardenlet's.
      [edition, landscape.apiServer].some((each) => each && isNewerThanKnown(each)) && "newer-than-known-rules",
      dateUnreadable && "profile-date-unreadable",
      kind !== "configured" && (invalid ? "window-unreadable" : "window-missing"),
      setsGates(shoot) && "feature-gates-not-checked",
      lifetimeEnd(shoot) !== undefined && "lifetime-ends",
      limitForecastPools(shoot) !== shoot && "pools-left-out",
    ];
    return caveats.filter((caveat) => caveat !== false);
  }

  return {
    profile,
    forecast(whole, options) {
      const fault = errorOf(whole, options);
      if (fault !== undefined) return fault;
      if (isDeleting(whole)) return { outcome: "not-maintained", reason: "deleting" };
      if (spec === null || spec === undefined) return { outcome: "unknown", reason: "no-profile" };
      const shoot = limitForecastPools(whole);
      const endsAt = lifetimeEnd(whole);
      return byRelease.ask(shoot.status?.gardener?.version ?? "", (shared): Forecast => {
        const foreseen = (lanes: ProfileTimelines) => untilEnd(computeForecastVariant(shoot, lanes, options), endsAt);
        const outlook = foreseen(shared.likely);
        const caveats = caveatsOf(whole, shared);
        const alternatives = differing(outlook, shared.others.map(foreseen));
        const certain = alternatives.length === 0;
        const lanes = certain
          ? outlook.lanes
          : outlook.lanes.map((lane, at) => agreedComponent(lane, at, alternatives));
        return { outcome: "foreseen", ...outlook, lanes, certain, alternatives, caveats };
      });
    },
  };
}

/**
 * The forecast of one Shoot: for each component (the control plane, each pool's Kubernetes version, each pool's image)
 * the ordered steps with reason, interval, effect and confidence; the dead ends; and the runs that would be rejected.
 * For many Shoots of a profile use {@link createForecaster}.
 *
 * @param options instants in epoch milliseconds; `edition` has the known facts about the landscape's releases
 * @returns for invalid input a value too: `unknown` with a reason
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, and Gardener docs, shoot_updates
 */
export function forecastShoot(
  shoot: ForecastShoot,
  profile: CloudProfileSpec | null | undefined,
  options: ForecastOptions & { readonly edition?: LandscapeRelease },
): Forecast {
  return createForecaster(profile, options.edition).forecast(shoot, options);
}
