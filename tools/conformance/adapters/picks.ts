import type {
  CapabilityDefinition,
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineType,
} from "#lib/garden/cloud-profile.ts";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { simulateMaintenanceRun } from "#lib/policy/maintenance/maintain-shoot.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { filterFittingImageVersions, findImageVersionInProfile } from "#lib/policy/versions/filter-image.ts";
import { type ListedVersion, listVersions } from "#lib/policy/versions/listed-version.ts";
import { determineImage } from "#lib/policy/versions/maintain-images.ts";
import { findKubernetesVersionInProfile, maintainKubernetes } from "#lib/policy/versions/maintain-kubernetes.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import {
  forceConsecutiveMinor,
  latestQualifying,
  pickAutomaticMajor,
  pickAutomaticMinor,
  pickAutomaticPatch,
  type VersionPickInput,
  type VersionPickResult,
} from "#lib/policy/versions/pick.ts";
import {
  forceNextMajor,
  forceNextMinor,
  pickNextHigherVersion,
  type VersionLevel,
} from "#lib/policy/versions/pick-next-higher.ts";
import { prepareImage, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { profileTransitions } from "#lib/policy/versions/transitions.ts";
import { currentVersion, isExcluded, type VersionExclusion } from "#lib/policy/versions/version-exclusion.ts";
import type { Result } from "#lib/result.ts";
import { createVectorAdapter, type VectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";
import type { ConformanceVector } from "../vector/vector.ts";

interface PickInput {
  readonly versions: readonly ExpirableVersion[];
  readonly current?: string;
  readonly now?: string;
}

function readingOf(input: { readonly now?: string }, vector: ConformanceVector) {
  return classificationContextAt(nowOfVector(input, vector), rulesOfVector(vector));
}

function selectionOf(input: PickInput, vector: ConformanceVector): VersionPickInput {
  return {
    versions: listVersions(input.versions),
    current: currentVersion(input.current),
    reading: readingOf(input, vector),
  };
}

function errorOf(code: string) {
  return { error: code === "UNSORTABLE_LIST" ? "PANIC" : code };
}

function pickedOf(picked: Result<ListedVersion | undefined, { readonly code: string }>) {
  if (!picked.ok) return errorOf(picked.error.code);
  return picked.value ? { found: true, version: picked.value.text } : { found: false };
}

function picker(pick: (selection: VersionPickInput) => VersionPickResult<ExpirableVersion>): VectorAdapter {
  return createVectorAdapter<PickInput>((input, vector) => pickedOf(pick(selectionOf(input, vector))));
}

const maintain = createVectorAdapter<PickInput & { autoUpdate: boolean }>((input, vector) =>
  maintainKubernetes(selectionOf(input, vector), input.autoUpdate),
);

interface EditionPick extends PickInput {
  readonly autoUpdate: boolean;
  readonly updateStrategy?: string;
}

/** Test vectors by release contain only outcome and target. */
function shortOutcome(outcome: ReturnType<typeof maintainKubernetes>) {
  return { outcome: outcome.outcome, ...(outcome.outcome === "updated" && { to: outcome.to }) };
}

export const pickAdapters: VectorAdapters = {
  "pick.latestQualifying": picker((selection) => latestQualifying(selection, [])),
  "pick.patchAuto": picker(pickAutomaticPatch),
  "pick.minorAuto": picker(pickAutomaticMinor),
  "pick.majorAuto": picker(pickAutomaticMajor),
  "pick.forceConsecutiveMinor": picker(forceConsecutiveMinor),
  "pick.forceNextMinor": picker(forceNextMinor),
  "pick.forceNextMajor": picker(forceNextMajor),
  "pick.nextHigher": createVectorAdapter<PickInput & { level: VersionLevel }>((input, vector) => {
    const exclusion = input.level === "minor" ? "equalOrSmallerMinor" : "equalOrSmallerMajor";
    const exclusions: readonly VersionExclusion[] =
      input.level === "minor" ? ["differentMajor", exclusion] : [exclusion];
    const higher = pickNextHigherVersion(selectionOf(input, vector), input.level, exclusions);
    if (!higher.ok) return errorOf(higher.error.code);
    const { picked, next } = higher.value;
    return picked ? { found: true, version: picked.listed.text, next } : { found: false, next };
  }),
  filter: createVectorAdapter<{ predicate: VersionExclusion; current: string; candidate: ExpirableVersion }>(
    (input, vector) => {
      const { versions, ...selection } = selectionOf({ versions: [input.candidate], current: input.current }, vector);
      const [listed] = versions;
      if (!listed?.version) return { error: "INVALID_VERSION" };
      const excluded = isExcluded({ listed, version: listed.version }, selection, [input.predicate]);
      return excluded.ok ? { excluded: excluded.value } : { error: excluded.error.code };
    },
  ),
  "k8s.exists": createVectorAdapter<{ versions: ExpirableVersion[]; current: string }>(({ versions, current }) =>
    pickedOf(findKubernetesVersionInProfile(listVersions(versions), current)),
  ),
  "k8s.maintain": maintain,
  "edition.k8s.pick": createVectorAdapter<EditionPick>((input, vector) =>
    shortOutcome(maintainKubernetes(selectionOf(input, vector), input.autoUpdate)),
  ),
  "edition.image.pick": createVectorAdapter<EditionPick>((input, vector) => {
    const everything = { cri: [{ name: "containerd" }], architectures: ["amd64"] };
    const image = {
      name: "image",
      updateStrategy: input.updateStrategy ?? null,
      versions: input.versions.map((version) => ({ ...version, ...everything })),
    };
    const worker = {
      name: "pool",
      machine: { type: "type", image: { name: "image", version: input.current ?? "" } },
    };
    const spec = {
      kubernetes: { version: "1.30.0" },
      provider: { type: "local", workers: [worker] },
      maintenance: { autoUpdate: { machineImageVersion: input.autoUpdate } },
    };
    const profile = { machineImages: [image], machineTypes: [{ name: "type" }] };
    const moment = { now: nowOfVector(input, vector), rules: rulesOfVector(vector) };
    const [outcome] = simulateMaintenanceRun({ metadata: { name: "shoot" }, spec }, profile, moment).proposal.images;
    return outcome && shortOutcome(outcome);
  }),
  transition: createVectorAdapter<{ cloudProfile: { spec: CloudProfileSpec } }>(({ cloudProfile }, vector) => {
    const reading = readingOf({}, vector);
    const transitions = profileTransitions(prepareProfile(cloudProfile.spec), reading);
    const at = transitions.find((each) => each > reading.now);
    return { seconds: at === undefined ? 0 : (at - reading.now) / 1000 };
  }),
  "image.exists": createVectorAdapter<{ image: MachineImage; worker: Worker }>(({ image, worker }) => {
    const prepared = prepareImage(image);
    const listed = findImageVersionInProfile(prepared, worker.machine.image);
    return listed ? { found: true, index: prepared.versions.indexOf(listed) } : { found: false };
  }),
  "image.filter": createVectorAdapter<{
    image: MachineImage;
    worker: Worker;
    kubeletVersion: string;
    machineType: MachineType;
    capabilityDefinitions?: CapabilityDefinition[];
  }>(({ image, worker, kubeletVersion, machineType, capabilityDefinitions }, vector) => {
    const kubelet = parseVersion(kubeletVersion);
    if (!kubelet.ok) return { error: kubelet.error.code };
    const fit = { worker, kubelet: kubelet.value, machineType, capabilities: capabilityDefinitions ?? [] };
    const { versions } = filterFittingImageVersions(prepareImage(image), fit, rulesOfVector(vector));
    return { versions: versions.map(({ text }) => text) };
  }),
  "image.determine": createVectorAdapter<{ image: MachineImage; worker: Worker; isExpired: boolean }>(
    ({ image, worker, isExpired }, vector) =>
      pickedOf(
        determineImage(prepareImage(image), worker.machine.image, {
          reading: readingOf({}, vector),
          mustLeave: isExpired,
        }),
      ),
  ),
  "image.maintain": createVectorAdapter<{ shoot: { spec: ShootSpec }; cloudProfile: { spec: CloudProfileSpec } }>(
    ({ shoot, cloudProfile }, vector) => {
      const moment = { now: nowOfVector({}, vector), rules: rulesOfVector(vector) };
      const { proposal } = simulateMaintenanceRun(
        { metadata: { name: "" }, spec: shoot.spec },
        cloudProfile.spec,
        moment,
      );
      const { before, after, images, imageAbort } = proposal;
      if (imageAbort) {
        const versions = Object.fromEntries(after.pools.map(({ name, image }) => [name, image]));
        return { error: imageAbort.code, versions };
      }
      return { pools: Object.fromEntries(before.pools.map(({ name }, place) => [name, images[place]])) };
    },
  ),
};
