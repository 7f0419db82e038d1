import type { MachineImageVersion } from "#lib/garden/cloud-profile.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { remembered } from "#lib/memo/remembered.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import type { ImageOutcome } from "../maintenance/compose-run.ts";
import { poolWith } from "../maintenance/maintain-shoot.ts";
import type { Reading } from "../versions/classify.ts";
import { compareVersions } from "../versions/compare.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import { currentVersion } from "../versions/exclusion.ts";
import { filterImage, isInPlace } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { factsOf, maintainFittingImage } from "../versions/maintain-images.ts";
import type { PreparedImage, PreparedProfile } from "../versions/prepared-profile.ts";
import type { PoolImages } from "./simulate.ts";
import type { Timeline } from "./timeline.ts";

/** What becomes of each version of an image, where the same versions of it fit. */
type FittingVersions = (version: string) => Timeline<MaintenanceOutcome>;

/** A timeline of what is decided at instants between which none of these versions changes. */
export type MakeTimeline = <Outcome extends ImageOutcome>(
  versions: readonly ListedVersion[],
  decide: (reading: Reading) => Outcome,
) => Timeline<Outcome>;

interface ImageLanesInput {
  readonly profile: PreparedProfile;
  readonly rules: EditionRules;
  readonly autoUpdate: boolean;
  readonly timeline: MakeTimeline;
}

/**
 * The entries whose stages can count for an image version: neither a step nor the reason for one lies below it. All where
 * it cannot be read.
 */
function imagesInReach<Entry extends ListedVersion>(versions: readonly Entry[], current: string): readonly Entry[] {
  const { version } = currentVersion(current);
  if (version === undefined) return versions;
  return versions.filter(({ version: other }) => other === undefined || compareVersions(other, version) >= 0);
}

/** The same text for pools that are alike in what decides about their versions, besides the versions. */
function kindOf({ machine, updateStrategy, cri }: Worker): string {
  const runtimes = cri?.containerRuntimes?.map(({ type }) => type);
  const image = machine.image && [machine.image.name];
  return JSON.stringify([machine.type, image, machine.architecture, updateStrategy, cri?.name, runtimes]);
}

/** The images of all kinds of pools, worked out once for those that are alike. */
export function createImageLanes({
  profile,
  rules,
  autoUpdate,
  timeline,
}: ImageLanesInput): (pool: Worker) => PoolImages {
  const kinds = new Map<string, PoolImages>();
  /** Images that are filtered to the same versions decide alike, whatever filtered them. */
  const versionsThatFit = new Map<string, FittingVersions>();

  /** The same text for the same versions of an image. */
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
    const made = remembered((version) => {
      const used = image && { ...image, version };
      const versions = imagesInReach(fitting.versions, version);
      return timeline(versions, (reading) => maintainFittingImage(fitting, used, { reading, autoUpdate }));
    });
    versionsThatFit.set(key, made);
    return made;
  }

  /** What becomes of any version that fits; where images are given up, of all that do not matter then. */
  function timelinesUnder(pool: Worker, kubelet: string): FittingVersions | Timeline<ImageOutcome> {
    const facts = factsOf(pool, kubelet, profile);
    if (!facts.ok) {
      const outcome: ImageOutcome = { outcome: "abort", code: facts.error };
      return timeline([], () => outcome);
    }
    const { image, machineType, kubelet: version } = facts.value;
    const fit = { worker: pool, kubelet: version, machineType, capabilities: profile.capabilities };
    return timelinesOf(filterImage(image, fit, rules), image, pool);
  }

  function imagesOf(pool: Worker): PoolImages {
    const byKubelet = new Map<string, ReturnType<typeof timelinesUnder>>();
    // What fits an in-place pool depends on the version that it comes from, too.
    const keyUnder = (kubelet: string, image: string) => (isInPlace(pool) ? `${kubelet}\n${image}` : kubelet);
    return (kubelet, image) => {
      const key = keyUnder(kubelet, image);
      const timelines = byKubelet.get(key) ?? timelinesUnder(poolWith(pool, { kubelet, image }), kubelet);
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
