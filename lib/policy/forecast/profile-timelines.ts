import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { memoizeEveryKey } from "#lib/memo/memoize-every-key.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { ImageMaintenanceOutcome } from "../maintenance/compose-run.ts";
import { createVersionAdmission, type VersionAdmission } from "../maintenance/version-admission.ts";
import { classificationContextAt } from "../versions/classification-context.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { findKubernetesVersionInProfile, maintainKubernetes } from "../versions/maintain-kubernetes.ts";
import { findImage, type PreparedProfile } from "../versions/prepared-profile.ts";
import { classificationTransitionsOf, profileTransitions } from "../versions/transitions.ts";
import { currentVersion } from "../versions/version-exclusion.ts";
import { versionExpiryOf } from "./expiry.ts";
import { createImageTimelines, type ImageTimelineFactory } from "./image-timelines.ts";
import { createTimeline, type OutcomeTimeline } from "./outcome-timeline.ts";
import { timesOfDay } from "./run-schedule.ts";
import type { PoolImageTimelines } from "./simulate.ts";

/** Results that depend only on a profile, computed once for all Shoots that use the profile. */
export interface ProfileTimelines {
  readonly profile: PreparedProfile;
  readonly rules: GardenerRules;
  /** All instants at which a version of the profile changes its stage, ascending. */
  readonly transitions: readonly number[];
  /** Times of day of the transitions, in milliseconds since midnight UTC. */
  readonly timesOfChange: readonly number[];
  readonly admission: VersionAdmission;
  /** The profile's entry of a Kubernetes version: the one with the same text, else with the same numeric core. */
  readonly listedKubernetes: (version: string) => ListedVersion | undefined;
  /** Expiry of a Kubernetes version in epoch milliseconds; undefined without a date. */
  readonly kubernetesExpiry: (version: string) => number | undefined;
  /** The profile's entry of an image version, whether or not the version fits a pool. */
  readonly listedImage: (image: string, version: string) => ListedVersion<MachineImageVersion> | undefined;
  kubernetes(current: string, autoUpdate: boolean): OutcomeTimeline<MaintenanceOutcome>;
  images(pool: Worker, autoUpdate: boolean): PoolImageTimelines;
}

function sameOutcome(a: ImageMaintenanceOutcome, b: ImageMaintenanceOutcome): boolean {
  if (a === b) return true;
  if (a.outcome !== b.outcome) return false;
  if (a.outcome === "updated") return b.outcome === "updated" && a.to === b.to && a.trigger === b.trigger;
  if (a.outcome === "failed") return b.outcome === "failed" && a.error === b.error && a.trigger === b.trigger;
  if (a.outcome === "error") return b.outcome === "error" && a.error === b.error;
  if (a.outcome === "abort") return b.outcome === "abort" && a.code === b.code;
  return true;
}

function entryOf(versions: readonly ListedVersion[], text: string): ListedVersion | undefined {
  const same = versions.find((listed) => listed.text === text);
  if (same !== undefined) return same;
  const listed = findKubernetesVersionInProfile(versions, text);
  return listed.ok ? listed.value : undefined;
}

/** The profile's Kubernetes versions of the current minor and the next; all if the Shoot's version is not clear. */
function kubernetesInReach(versions: readonly ListedVersion[], current: string): readonly ListedVersion[] {
  const { version } = currentVersion(current);
  const isFull = version !== undefined && version.text === current && version.prerelease === "";
  if (!isFull || (version.major === 0 && version.minor === 0 && version.patch === 0)) return versions;
  return versions.filter(({ version: other }) => {
    if (other === undefined) return true;
    return other.major === version.major && other.minor >= version.minor && other.minor <= version.minor + 1;
  });
}

/** Creates the results that depend only on a profile, under the rules of a landscape. */
export function createProfileTimelines(profile: PreparedProfile, rules: GardenerRules): ProfileTimelines {
  const reading = classificationContextAt(0, rules);
  const { boundary } = reading;
  const transitions = profileTransitions(profile, reading);

  const timeline: ImageTimelineFactory = (versions, decide) => {
    const instants = new Set(versions.flatMap((listed) => classificationTransitionsOf(listed, reading)));
    return createTimeline({
      transitions: [...instants].sort((a, b) => a - b),
      boundary,
      same: sameOutcome,
      decide: (now) => decide({ ...reading, now }),
    });
  };

  function kubernetesTimeline(current: string, autoUpdate: boolean): OutcomeTimeline<MaintenanceOutcome> {
    const version = currentVersion(current);
    const versions = kubernetesInReach(profile.kubernetes, current);
    return timeline(versions, (at) => maintainKubernetes({ versions, current: version, reading: at }, autoUpdate));
  }

  const automatic = memoizeEveryKey((current) => kubernetesTimeline(current, true));
  const onlyForced = memoizeEveryKey((current) => kubernetesTimeline(current, false));

  const kubernetesEntries = memoizeEveryKey((version) => {
    const listed = entryOf(profile.kubernetes, version);
    return { listed, expiresAt: versionExpiryOf(listed, reading) };
  });
  const imageEntries = memoizeEveryKey((name) => {
    const versions = findImage(profile.images, name)?.versions ?? [];
    return new Map(versions.map((listed) => [listed.text, listed]));
  });
  const automaticImages = createImageTimelines({ profile, rules, autoUpdate: true, timeline });
  const onlyForcedImages = createImageTimelines({ profile, rules, autoUpdate: false, timeline });
  const admission = createVersionAdmission(profile, rules);
  const kubernetes = (current: string, autoUpdate: boolean) => (autoUpdate ? automatic(current) : onlyForced(current));
  return {
    profile,
    rules,
    transitions,
    timesOfChange: timesOfDay(transitions),
    admission,
    listedKubernetes: (version) => kubernetesEntries(version).listed,
    kubernetesExpiry: (version) => kubernetesEntries(version).expiresAt,
    listedImage: (image, version) => imageEntries(image).get(version),
    kubernetes,
    images: (pool, autoUpdate) => (autoUpdate ? automaticImages(pool) : onlyForcedImages(pool)),
  };
}
