import { dayMs } from "#lib/kube/time-units.ts";
import type { CloudProfileSpec } from "../../garden/cloud-profile.ts";
import { lifetimeEnd } from "../controllers/lifetime.ts";
import { isNewerThanKnown, isOlderThanKnown, parseEdition } from "../editions/edition.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import type { EditionContext } from "../editions/resolve.ts";
import type { RuleId } from "../editions/rules.ts";
import { isDeleting } from "../maintenance/run-due.ts";
import { type PreparedProfile, prepareProfile } from "../versions/prepared-profile.ts";
import { doubtsOf, rulesInUse, rulesText } from "./doubtful-rules.ts";
import type { Caveat, Forecast, ForecastOptions, Outlook } from "./forecast-result.ts";
import { withForeseenPools } from "./foreseen-pools.ts";
import { type ForeseenShoot, unreadableField } from "./foreseen-shoot.ts";
import type { Hop, Lane } from "./lane.ts";
import { outlookOf } from "./outlook.ts";
import { createProfileLanes, type ProfileLanes } from "./profile-lanes.ts";
import { type SharedOutlook, sharedOutlookOf } from "./shared-outlook.ts";

/** Nothing happens to a Shoot once its lifetime has ended, for Gardener deletes it. */
function untilEnd(outlook: Outlook, endsAt: number | undefined): Outlook {
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

/** Forecasts for all Shoots of one profile; they share what they have in common. */
export interface Forecaster {
  readonly profile: PreparedProfile;
  forecast(shoot: ForeseenShoot, options: ForecastOptions): Forecast;
  /**
   * The same as {@link forecast} of the lanes that move by themselves, where the Shoot shares all of it with others and the
   * Gardener release is not in doubt: far cheaper for whoever needs little of it. Undefined where it does not.
   */
  shared(shoot: ForeseenShoot, options: ForecastOptions): SharedOutlook | undefined;
}

/** What is known of the landscape beside the gardenlet's release, which each Shoot names in its status. */
export type LandscapeEdition = EditionContext;

const farthestMs = 20 * 366 * dayMs;

interface RuledLanes {
  readonly likely: ProfileLanes;
  readonly others: readonly ProfileLanes[];
  readonly doubtful: readonly RuleId[];
  /** What is to be said of every Shoot of the release. */
  readonly caveats: readonly Caveat[];
}

function setsGates(shoot: ForeseenShoot): boolean {
  const { kubernetes } = shoot.spec;
  const { kubeAPIServer, kubeControllerManager, kubeScheduler, kubeProxy, kubelet } = kubernetes;
  if (kubeAPIServer?.featureGates || kubeControllerManager?.featureGates || kubeScheduler?.featureGates) return true;
  if (kubeProxy?.featureGates || kubelet?.featureGates) return true;
  const plugins = kubeAPIServer?.admissionPlugins;
  return Array.isArray(plugins) && plugins.length > 0;
}

function hasUnreadableDate({ kubernetes, images }: PreparedProfile): boolean {
  const versions = [...kubernetes, ...images.flatMap((image) => image.versions)];
  return versions.some(({ legacy, lifecycle }) => {
    return [...legacy, ...lifecycle].some(({ startsAt }) => startsAt === Number.POSITIVE_INFINITY);
  });
}

function sameHop(a: Hop, b: Hop): boolean {
  return a.from === b.from && a.to === b.to && a.earliestAt === b.earliestAt && a.latestAt === b.latestAt;
}

/** Steps that another possible release would not take, or not then, are only conditional. */
function agreedLane(lane: Lane, index: number, alternatives: readonly Outlook[]): Lane {
  const hops = lane.hops.map((hop): Hop => {
    const everywhere = alternatives.every(({ lanes }) => lanes[index]?.hops.some((other) => sameHop(hop, other)));
    return everywhere ? hop : { ...hop, confidence: "conditional" };
  });
  return { ...lane, hops };
}

function faultOf(
  shoot: ForeseenShoot,
  { now, horizon }: ForecastOptions,
): Extract<Forecast, { outcome: "unknown" }> | undefined {
  if (!Number.isFinite(now)) return { outcome: "unknown", reason: "invalid-now" };
  if (!Number.isFinite(horizon) || horizon - now > farthestMs) return { outcome: "unknown", reason: "invalid-horizon" };
  const field = unreadableField(shoot);
  return field === undefined ? undefined : { outcome: "unknown", reason: "invalid-shoot", field };
}

/**
 * Forecasts under the rules of one profile. What Shoots have in common (the same versions, the same kind of pool) is
 * worked out once and remembered as long as the forecaster is; the profile's spec must not change meanwhile.
 *
 * @param spec the effective profile's spec; missing: every forecast says so
 * @param landscape what is known of the releases; a Shoot's own gardenlet release goes before it
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, and Gardener docs, shoot_maintenance
 */
export function createForecaster(
  spec: CloudProfileSpec | null | undefined,
  landscape: LandscapeEdition = {},
): Forecaster {
  const profile = prepareProfile(spec ?? {});
  const ids = rulesInUse(profile);
  const lanesByRules = new Map<string, ProfileLanes>();
  const ruledByRelease = new Map<string, RuledLanes>();

  function lanesOf(rules: EditionRules): ProfileLanes {
    const text = rulesText(rules, ids);
    const held = lanesByRules.get(text) ?? createProfileLanes(profile, rules);
    lanesByRules.set(text, held);
    return held;
  }

  function ruledLanes(release: string): RuledLanes {
    const held = ruledByRelease.get(release);
    if (held !== undefined) return held;
    const context: EditionContext = { ...landscape, gardenlet: parseEdition(release) ?? landscape.gardenlet };
    const { likely, doubtful, others } = doubtsOf(context, ids);
    const edition = context.gardenlet ?? context.apiServer;
    const caveats: (Caveat | false)[] = [
      edition === undefined && "release-unknown",
      edition !== undefined && isOlderThanKnown(edition) && "older-than-known-rules",
      // What the garden's controllers decide follows their own release, which may be the newer one.
      [edition, context.apiServer].some((each) => each && isNewerThanKnown(each)) && "newer-than-known-rules",
      hasUnreadableDate(profile) && "profile-date-unreadable",
    ];
    const made = {
      likely: lanesOf(likely),
      others: others.map(lanesOf),
      doubtful,
      caveats: caveats.filter((caveat) => caveat !== false),
    };
    ruledByRelease.set(release, made);
    return made;
  }

  function caveatsOf(shoot: ForeseenShoot, { likely, caveats }: RuledLanes): readonly Caveat[] {
    const { kind, invalid } = likely.scheduleOf(shoot);
    const gates = setsGates(shoot);
    const isCut = withForeseenPools(shoot) !== shoot;
    const ends = lifetimeEnd(shoot) !== undefined;
    if (kind === "configured" && !gates && !isCut && !ends) return caveats;
    const window: Caveat[] = kind === "configured" ? [] : [invalid ? "window-unreadable" : "window-missing"];
    const own: (Caveat | false)[] = [
      gates && "feature-gates-not-checked",
      ends && "lifetime-ends",
      isCut && "pools-left-out",
    ];
    return [...caveats, ...window, ...own.filter((caveat) => caveat !== false)];
  }

  return {
    profile,
    shared(whole, options) {
      if (spec === null || spec === undefined || isDeleting(whole) || faultOf(whole, options)) return undefined;
      if (lifetimeEnd(whole) !== undefined) return undefined;
      const shoot = withForeseenPools(whole);
      const { likely, others } = ruledLanes(shoot.status?.gardener?.version ?? "");
      return others.length > 0 ? undefined : sharedOutlookOf(shoot, likely, options);
    },
    forecast(whole, options) {
      const fault = faultOf(whole, options);
      if (fault !== undefined) return fault;
      if (isDeleting(whole)) return { outcome: "not-maintained", reason: "deleting" };
      if (spec === null || spec === undefined) return { outcome: "unknown", reason: "no-profile" };
      const shoot = withForeseenPools(whole);
      const ruled = ruledLanes(shoot.status?.gardener?.version ?? "");
      const { likely, others, doubtful } = ruled;
      const endsAt = lifetimeEnd(whole);
      const foreseen = (lanes: ProfileLanes) => untilEnd(outlookOf(shoot, lanes, options), endsAt);
      const outlook = foreseen(likely);
      const caveats = caveatsOf(whole, ruled);
      if (others.length === 0) {
        return { outcome: "foreseen", ...outlook, certain: true, doubtful: [], alternatives: [], caveats };
      }
      const told = new Map([[JSON.stringify(outlook), outlook]]);
      for (const other of others.map(foreseen)) {
        told.set(JSON.stringify(other), told.get(JSON.stringify(other)) ?? other);
      }
      const alternatives = [...told.values()].slice(1);
      const certain = alternatives.length === 0;
      const lanes = certain ? outlook.lanes : outlook.lanes.map((lane, index) => agreedLane(lane, index, alternatives));
      return {
        outcome: "foreseen",
        ...outlook,
        lanes,
        certain,
        doubtful: certain ? [] : doubtful,
        alternatives,
        caveats,
      };
    },
  };
}

/**
 * The forecast of one Shoot: for each lane (the control plane, each pool's Kubernetes version, each pool's image) the
 * ordered steps with cause, interval, effect and confidence, the dead ends, and the runs that would be refused. For many
 * Shoots of a profile use {@link createForecaster}.
 *
 * @param options instants in epoch milliseconds; `edition` is what is known of the landscape's releases
 * @returns bad input is a value that says so: `unknown` with a reason
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, and Gardener docs, shoot_updates
 */
export function forecast(
  shoot: ForeseenShoot,
  profile: CloudProfileSpec | null | undefined,
  options: ForecastOptions & { readonly edition?: LandscapeEdition },
): Forecast {
  return createForecaster(profile, options.edition).forecast(shoot, options);
}
