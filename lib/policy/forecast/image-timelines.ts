import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { memoizeEveryKey } from "#lib/memo/memoize-every-key.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import type { ImageMaintenanceOutcome } from "../maintenance/compose-run.ts";
import { poolWithVersions } from "../maintenance/maintain-shoot.ts";
import type { ClassificationContext } from "../versions/classify.ts";
import { compareVersions } from "../versions/compare.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import { filterFittingImageVersions, isPoolUpdatedInPlace } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { findPoolImageFacts, maintainFittingImage } from "../versions/maintain-images.ts";
import type { PreparedImage, PreparedProfile } from "../versions/prepared-profile.ts";
import { currentVersion } from "../versions/version-exclusion.ts";
import type { OutcomeTimeline } from "./outcome-timeline.ts";
import type { PoolImageTimelines } from "./simulate.ts";

/** Returns the maintenance outcomes over time for pools on a given image version. */
type FittingVersions = (version: string) => OutcomeTimeline<MaintenanceOutcome>;

/** Creates a timeline of maintenance outcomes, which can change when a version enters another lifecycle stage. */
export type ImageTimelineFactory = <Outcome extends ImageMaintenanceOutcome>(
  versions: readonly ListedVersion[],
  decide: (reading: ClassificationContext) => Outcome,
) => OutcomeTimeline<Outcome>;

interface ImageTimelinesInput {
  readonly profile: PreparedProfile;
  readonly rules: GardenerRules;
  readonly autoUpdate: boolean;
  readonly timeline: ImageTimelineFactory;
}

/**
 * Image versions in the profile whose lifecycle stages can matter for a pool on the current version: not those below
 * it. All versions when the current one is unreadable.
 */
function imagesInReach<Entry extends ListedVersion>(versions: readonly Entry[], current: string): readonly Entry[] {
  const { version } = currentVersion(current);
  if (version === undefined) return versions;
  return versions.filter(({ version: other }) => other === undefined || compareVersions(other, version) >= 0);
}

/** Cache key of a pool: equal for pools that differ only in versions and in properties irrelevant to selecting them. */
function kindOf({ machine, updateStrategy, cri }: Worker): string {
  const runtimes = cri?.containerRuntimes?.map(({ type }) => type);
  const image = machine.image && [machine.image.name];
  return JSON.stringify([machine.type, image, machine.architecture, updateStrategy, cri?.name, runtimes]);
}

/** Creates the image timelines of pools, computed once for pools of the same kind. */
export function createImageTimelines({
  profile,
  rules,
  autoUpdate,
  timeline,
}: ImageTimelinesInput): (pool: Worker) => PoolImageTimelines {
  const kinds = new Map<string, PoolImageTimelines>();
  /** Timelines by set of fitting image versions: images with the same set share them, however the set was filtered. */
  const versionsThatFit = new Map<string, FittingVersions>();

  /** Cache key of a set of versions of an image. */
  function keyOf(fitting: PreparedImage, all: PreparedImage, { machine }: Worker): string {
    const kept = new Set<ListedVersion<MachineImageVersion>>(fitting.versions);
    const mask = all.versions.map((listed) => (kept.has(listed) ? "1" : "0")).join("");
    return `${machine.image?.name}\n${profile.images.indexOf(all)}\n${mask}`;
  }

  function timelinesOf(fitting: PreparedImage, all: PreparedImage, pool: Worker): FittingVersions {
    const key = keyOf(fitting, all, pool);
    const held = versionsThatFit.get(key);
    if (held !== undefined) return held;
    const { image } = pool.machine;
    const made = memoizeEveryKey((version) => {
      const used = image && { ...image, version };
      const versions = imagesInReach(fitting.versions, version);
      return timeline(versions, (reading) => maintainFittingImage(fitting, used, { reading, autoUpdate }));
    });
    versionsThatFit.set(key, made);
    return made;
  }

  /** Timelines of all fitting versions; a single timeline when image maintenance stops, whatever the versions. */
  function timelinesUnder(pool: Worker, kubelet: string): FittingVersions | OutcomeTimeline<ImageMaintenanceOutcome> {
    const facts = findPoolImageFacts(pool, kubelet, profile);
    if (!facts.ok) {
      const outcome: ImageMaintenanceOutcome = { outcome: "abort", code: facts.error };
      return timeline([], () => outcome);
    }
    const { image, machineType, kubelet: version } = facts.value;
    const fit = { worker: pool, kubelet: version, machineType, capabilities: profile.capabilities };
    return timelinesOf(filterFittingImageVersions(image, fit, rules), image, pool);
  }

  function imagesOf(pool: Worker): PoolImageTimelines {
    const byKubelet = new Map<string, ReturnType<typeof timelinesUnder>>();
    // For an in-place pool the fitting versions also depend on its current version.
    const keyUnder = (kubelet: string, image: string) =>
      isPoolUpdatedInPlace(pool) ? `${kubelet}\n${image}` : kubelet;
    return (kubelet, image) => {
      const key = keyUnder(kubelet, image);
      const timelines = byKubelet.get(key) ?? timelinesUnder(poolWithVersions(pool, { kubelet, image }), kubelet);
      byKubelet.set(key, timelines);
      return typeof timelines === "function" ? timelines(image) : timelines;
    };
  }

  return (pool) => {
    const kind = kindOf(pool);
    const images = kinds.get(kind) ?? imagesOf(pool);
    kinds.set(kind, images);
    return images;
  };
}
