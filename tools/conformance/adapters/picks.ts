import type {
  CapabilityDefinition,
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineType,
} from "#lib/garden/cloud-profile.ts";
import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { maintainShoot } from "#lib/policy/maintenance/maintain-shoot.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { currentVersion, type Exclusion, isExcluded } from "#lib/policy/versions/exclusion.ts";
import { filterImage, imageVersionListed } from "#lib/policy/versions/filter-image.ts";
import { type ListedVersion, listVersions } from "#lib/policy/versions/listed-version.ts";
import { determineImage } from "#lib/policy/versions/maintain-images.ts";
import { kubernetesListed, maintainKubernetes } from "#lib/policy/versions/maintain-kubernetes.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";
import {
  forceConsecutiveMinor,
  latestQualifying,
  majorAuto,
  minorAuto,
  type Picked,
  patchAuto,
  type VersionPickInput,
} from "#lib/policy/versions/pick.ts";
import { forceNextMajor, forceNextMinor, type Level, nextHigher } from "#lib/policy/versions/pick-next-higher.ts";
import { prepareImage, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { profileTransitions } from "#lib/policy/versions/transitions.ts";
import type { Result } from "#lib/result.ts";
import { type Adapter, type Adapters, adapter } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";
import type { Vector } from "../vector/vector.ts";

interface PickInput {
  readonly versions: readonly ExpirableVersion[];
  readonly current?: string;
  readonly now?: string;
}

function readingOf(input: { readonly now?: string }, vector: Vector) {
  return classificationContextAt(nowOfVector(input, vector), rulesOfVector(vector));
}

function selectionOf(input: PickInput, vector: Vector): VersionPickInput {
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

function picker(pick: (selection: VersionPickInput) => Picked<ExpirableVersion>): Adapter {
  return adapter<PickInput>((input, vector) => pickedOf(pick(selectionOf(input, vector))));
}

const maintain = adapter<PickInput & { autoUpdate: boolean }>((input, vector) =>
  maintainKubernetes(selectionOf(input, vector), input.autoUpdate),
);

interface EditionPick extends PickInput {
  readonly autoUpdate: boolean;
  readonly updateStrategy?: string;
}

/** Edition vectors name only the outcome and the target. */
function shortOutcome(outcome: ReturnType<typeof maintainKubernetes>) {
  return { outcome: outcome.outcome, ...(outcome.outcome === "updated" && { to: outcome.to }) };
}

export const pickAdapters: Adapters = {
  "pick.latestQualifying": picker((selection) => latestQualifying(selection, [])),
  "pick.patchAuto": picker(patchAuto),
  "pick.minorAuto": picker(minorAuto),
  "pick.majorAuto": picker(majorAuto),
  "pick.forceConsecutiveMinor": picker(forceConsecutiveMinor),
  "pick.forceNextMinor": picker(forceNextMinor),
  "pick.forceNextMajor": picker(forceNextMajor),
  "pick.nextHigher": adapter<PickInput & { level: Level }>((input, vector) => {
    const exclusion = input.level === "minor" ? "equalOrSmallerMinor" : "equalOrSmallerMajor";
    const exclusions: readonly Exclusion[] = input.level === "minor" ? ["differentMajor", exclusion] : [exclusion];
    const higher = nextHigher(selectionOf(input, vector), input.level, exclusions);
    if (!higher.ok) return errorOf(higher.error.code);
    const { picked, next } = higher.value;
    return picked ? { found: true, version: picked.listed.text, next } : { found: false, next };
  }),
  filter: adapter<{ predicate: Exclusion; current: string; candidate: ExpirableVersion }>((input, vector) => {
    const { versions, ...selection } = selectionOf({ versions: [input.candidate], current: input.current }, vector);
    const [listed] = versions;
    if (!listed?.version) return { error: "INVALID_VERSION" };
    const excluded = isExcluded({ listed, version: listed.version }, selection, [input.predicate]);
    return excluded.ok ? { excluded: excluded.value } : { error: excluded.error.code };
  }),
  "k8s.exists": adapter<{ versions: ExpirableVersion[]; current: string }>(({ versions, current }) =>
    pickedOf(kubernetesListed(listVersions(versions), current)),
  ),
  "k8s.maintain": maintain,
  "edition.k8s.pick": adapter<EditionPick>((input, vector) =>
    shortOutcome(maintainKubernetes(selectionOf(input, vector), input.autoUpdate)),
  ),
  "edition.image.pick": adapter<EditionPick>((input, vector) => {
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
    const [outcome] = maintainShoot({ metadata: { name: "shoot" }, spec }, profile, moment).proposal.images;
    return outcome && shortOutcome(outcome);
  }),
  transition: adapter<{ cloudProfile: { spec: CloudProfileSpec } }>(({ cloudProfile }, vector) => {
    const reading = readingOf({}, vector);
    const transitions = profileTransitions(prepareProfile(cloudProfile.spec), reading);
    const at = transitions.find((each) => each > reading.now);
    return { seconds: at === undefined ? 0 : (at - reading.now) / 1000 };
  }),
  "image.exists": adapter<{ image: MachineImage; worker: Worker }>(({ image, worker }) => {
    const prepared = prepareImage(image);
    const listed = imageVersionListed(prepared, worker.machine.image);
    return listed ? { found: true, index: prepared.versions.indexOf(listed) } : { found: false };
  }),
  "image.filter": adapter<{
    image: MachineImage;
    worker: Worker;
    kubeletVersion: string;
    machineType: MachineType;
    capabilityDefinitions?: CapabilityDefinition[];
  }>(({ image, worker, kubeletVersion, machineType, capabilityDefinitions }, vector) => {
    const kubelet = parseVersion(kubeletVersion);
    if (!kubelet.ok) return { error: kubelet.error.code };
    const fit = { worker, kubelet: kubelet.value, machineType, capabilities: capabilityDefinitions ?? [] };
    const { versions } = filterImage(prepareImage(image), fit, rulesOfVector(vector));
    return { versions: versions.map(({ text }) => text) };
  }),
  "image.determine": adapter<{ image: MachineImage; worker: Worker; isExpired: boolean }>(
    ({ image, worker, isExpired }, vector) =>
      pickedOf(
        determineImage(prepareImage(image), worker.machine.image, {
          reading: readingOf({}, vector),
          mustLeave: isExpired,
        }),
      ),
  ),
  "image.maintain": adapter<{ shoot: { spec: ShootSpec }; cloudProfile: { spec: CloudProfileSpec } }>(
    ({ shoot, cloudProfile }, vector) => {
      const moment = { now: nowOfVector({}, vector), rules: rulesOfVector(vector) };
      const { proposal } = maintainShoot({ metadata: { name: "" }, spec: shoot.spec }, cloudProfile.spec, moment);
      const { before, after, images, imageAbort } = proposal;
      if (imageAbort) {
        const versions = Object.fromEntries(after.pools.map(({ name, image }) => [name, image]));
        return { error: imageAbort.code, versions };
      }
      return { pools: Object.fromEntries(before.pools.map(({ name }, place) => [name, images[place]])) };
    },
  ),
};
