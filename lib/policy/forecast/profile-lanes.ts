import type { MachineImageVersion } from "../../garden/cloud-profile.ts";
import type { Shoot, Worker } from "../../garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { type Admission, createAdmission } from "../maintenance/admission.ts";
import type { ImageOutcome } from "../maintenance/compose-run.ts";
import { poolWith } from "../maintenance/maintain-shoot.ts";
import { pairwise } from "../maintenance/pairwise.ts";
import { poolSignature } from "../maintenance/version-state.ts";
import type { Reading } from "../versions/classify.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import { currentVersion } from "../versions/exclusion.ts";
import { filterImage, isInPlace } from "../versions/filter-image.ts";
import type { ListedVersion } from "../versions/listed-version.ts";
import { factsOf, maintainFittingImage, type PoolFacts } from "../versions/maintain-images.ts";
import { kubernetesListed, maintainKubernetes } from "../versions/maintain-kubernetes.ts";
import { findImage, type PreparedImage, type PreparedProfile } from "../versions/prepared-profile.ts";
import { readingAt } from "../versions/reading.ts";
import { profileTransitions, transitionsOf } from "../versions/transitions.ts";
import { timesOfDay } from "./brackets.ts";
import type { HopCause } from "./cause.ts";
import { expiryOf } from "./expiry.ts";
import { rememberedSchedules, type ShootSchedule } from "./shoot-schedule.ts";
import { createTimeline, type Timeline } from "./timeline.ts";
import { type UpdateStep, updateStepOf } from "./update-step.ts";

/** The images of pools that are alike: same image, machine, runtime and update strategy. */
export interface PoolImages {
  at(kubelet: string, image: string): Timeline<ImageOutcome>;
}

/** Everything a profile decides, computed once for all Shoots that ask the same. */
export interface ProfileLanes {
  readonly profile: PreparedProfile;
  readonly rules: EditionRules;
  /** All instants at which some version of the profile changes, ascending. */
  readonly transitions: readonly number[];
  /** Their times of day, in milliseconds since midnight UTC. */
  readonly timesOfChange: readonly number[];
  readonly admission: Admission;
  /** When a Shoot is maintained. */
  scheduleOf(shoot: Shoot): ShootSchedule;
  /** The entry of a Kubernetes version: in the very same text, else with the same numeric core. */
  readonly listedKubernetes: (version: string) => ListedVersion | undefined;
  /** When a Kubernetes version expires: epoch milliseconds, undefined without a date. */
  readonly kubernetesExpiry: (version: string) => number | undefined;
  /** How far the step between two versions goes. */
  readonly stepOf: (from: string, to: string) => UpdateStep;
  /** Why a step is taken, by the decision for it: Shoots that share the decision share the explanation. */
  readonly causes: WeakMap<MaintenanceOutcome, HopCause>;
  /** The entry of an image version, whether or not it fits a pool. */
  readonly listedImage: (image: string, version: string) => ListedVersion<MachineImageVersion> | undefined;
  kubernetes(current: string, autoUpdate: boolean): Timeline<MaintenanceOutcome>;
  images(pool: Worker, autoUpdate: boolean): PoolImages;
}

function sameOutcome(a: ImageOutcome, b: ImageOutcome): boolean {
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
  const listed = kubernetesListed(versions, text);
  return listed.ok ? listed.value : undefined;
}

/** A map that makes what it does not hold yet. */
function remembered<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const held = known.get(key);
    if (held !== undefined) return held;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** The entries that can count for a current version: its own minor and the next; all where that is not clear. */
function kubernetesInReach(versions: readonly ListedVersion[], current: string): readonly ListedVersion[] {
  const { version } = currentVersion(current);
  const isFull = version !== undefined && version.text === current && version.prerelease === "";
  if (!isFull || (version.major === 0 && version.minor === 0 && version.patch === 0)) return versions;
  return versions.filter(({ version: other }) => {
    if (other === undefined) return true;
    return other.major === version.major && other.minor >= version.minor && other.minor <= version.minor + 1;
  });
}

/** Makes the shared answers of a profile under the rules of a landscape. */
export function createProfileLanes(profile: PreparedProfile, rules: EditionRules): ProfileLanes {
  const reading = readingAt(0, rules);
  const { boundary } = reading;
  const transitions = profileTransitions(profile, reading);

  function instants(versions: readonly ListedVersion[]): readonly number[] {
    return [...new Set(versions.flatMap((listed) => transitionsOf(listed, reading)))].sort((a, b) => a - b);
  }

  function kubernetesTimeline(current: string, autoUpdate: boolean): Timeline<MaintenanceOutcome> {
    const version = currentVersion(current);
    const versions = kubernetesInReach(profile.kubernetes, current);
    return createTimeline<MaintenanceOutcome>({
      transitions: instants(versions),
      boundary,
      same: sameOutcome,
      decide: (now) => {
        const selection = { versions, current: version, reading: { ...reading, now } };
        return maintainKubernetes(selection, autoUpdate);
      },
    });
  }

  const automatic = remembered((current) => kubernetesTimeline(current, true));
  const onlyForced = remembered((current) => kubernetesTimeline(current, false));

  function imageTimelines(fitting: PreparedImage, image: Worker["machine"]["image"], autoUpdate: boolean) {
    const changes = instants(fitting.versions);
    return remembered((version) => {
      const used = image && { ...image, version };
      return imageTimeline(changes, (at) => maintainFittingImage(fitting, used, { reading: at, autoUpdate }));
    });
  }

  function imageTimeline(changes: readonly number[], decide: (at: Reading) => ImageOutcome) {
    return createTimeline<ImageOutcome>({
      transitions: changes,
      boundary,
      same: sameOutcome,
      decide: (now) => decide({ ...reading, now }),
    });
  }

  /** Images that are filtered to the same versions decide alike, whatever filtered them. */
  const fittingImages = new Map<string, (version: string) => Timeline<ImageOutcome>>();

  function fittingTimelines(fitting: PreparedImage, all: PreparedImage, pool: Worker, autoUpdate: boolean) {
    const kept = new Set<ListedVersion<MachineImageVersion>>(fitting.versions);
    const mask = all.versions.map((listed) => (kept.has(listed) ? "1" : "0")).join("");
    const image = pool.machine.image;
    const key = `${image?.name}\n${profile.images.indexOf(all)}\n${mask}\n${autoUpdate}`;
    const held = fittingImages.get(key);
    if (held !== undefined) return held;
    const made = imageTimelines(fitting, image, autoUpdate);
    fittingImages.set(key, made);
    return made;
  }

  /** What fits a pool does not depend on whether its owner wants updates. */
  const filtered = new Map<string, PreparedImage>();

  function fittingImage(pool: Worker, { image, machineType, kubelet }: PoolFacts): PreparedImage {
    const from = isInPlace(pool) ? pool.machine.image?.version : "";
    const key = `${poolSignature(pool)}\n${kubelet.text}\n${from}`;
    const fit = { worker: pool, kubelet, machineType, capabilities: profile.capabilities };
    const held = filtered.get(key) ?? filterImage(image, fit, rules);
    filtered.set(key, held);
    return held;
  }

  function timelinesOf(pool: Worker, kubelet: string, autoUpdate: boolean) {
    const facts = factsOf(pool, kubelet, profile);
    if (!facts.ok) {
      const outcome: ImageOutcome = { outcome: "abort", code: facts.error };
      const stopped = createTimeline({ transitions: [], boundary, same: sameOutcome, decide: () => outcome });
      return () => stopped;
    }
    return fittingTimelines(fittingImage(pool, facts.value), facts.value.image, pool, autoUpdate);
  }

  function poolImages(pool: Worker, autoUpdate: boolean): PoolImages {
    const byKubelet = new Map<string, (version: string) => Timeline<ImageOutcome>>();
    const inPlace = isInPlace(pool);
    return {
      at(kubelet, image) {
        // What fits an in-place pool depends on the version that it comes from, too.
        const key = inPlace ? `${kubelet}\n${image}` : kubelet;
        const held = byKubelet.get(key);
        if (held !== undefined) return held(image);
        const made = timelinesOf(poolWith(pool, { kubelet, image }), kubelet, autoUpdate);
        byKubelet.set(key, made);
        return made(image);
      },
    };
  }

  const kubernetesEntries = remembered((version) => {
    const listed = entryOf(profile.kubernetes, version);
    return { listed, expiresAt: expiryOf(listed, reading) };
  });
  const imageEntries = remembered((name) => {
    const versions = findImage(profile.images, name)?.versions ?? [];
    return new Map(versions.map((listed) => [listed.text, listed]));
  });
  const steps = pairwise<UpdateStep>();
  const automaticPools = new Map<string, PoolImages>();
  const onlyForcedPools = new Map<string, PoolImages>();
  return {
    profile,
    rules,
    transitions,
    timesOfChange: timesOfDay(transitions),
    admission: createAdmission(profile, rules),
    scheduleOf: rememberedSchedules(),
    listedKubernetes: (version) => kubernetesEntries(version).listed,
    kubernetesExpiry: (version) => kubernetesEntries(version).expiresAt,
    causes: new WeakMap(),
    stepOf: (from, to) => steps(from, to, () => updateStepOf(from, to)),
    listedImage: (image, version) => imageEntries(image).get(version),
    kubernetes: (current, autoUpdate) => (autoUpdate ? automatic(current) : onlyForced(current)),
    images(pool, autoUpdate) {
      const known = autoUpdate ? automaticPools : onlyForcedPools;
      const signature = poolSignature(pool);
      const held = known.get(signature);
      if (held !== undefined) return held;
      const made = poolImages(pool, autoUpdate);
      known.set(signature, made);
      return made;
    },
  };
}
