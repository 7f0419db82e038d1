import type {
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
} from "#lib/garden/cloud-profile.ts";
import type { Maintenance, Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { VersionedComponent } from "./versioned-component.ts";

/** A version of a profile: of an image if `image` is given, otherwise of Kubernetes. */
export interface ProfileVersionRef {
  readonly image?: string;
  readonly version: string;
}

/** One hypothetical change of a Shoot or its profile. Instants are in epoch milliseconds. */
export type WhatIfChange =
  | { readonly code: "auto-update"; readonly kubernetes?: boolean; readonly machineImages?: boolean }
  | { readonly code: "window"; readonly begin: string; readonly end: string }
  | { readonly code: "pin-pool"; readonly pool: string; readonly version: string }
  | { readonly code: "unpin-pool"; readonly pool: string }
  | { readonly code: "update-now"; readonly lane: VersionedComponent; readonly version: string }
  | { readonly code: "move-expiry"; readonly place: ProfileVersionRef; readonly at: number | undefined }
  | { readonly code: "reclassify"; readonly place: ProfileVersionRef; readonly classification: string }
  | { readonly code: "remove-version"; readonly place: ProfileVersionRef }
  | { readonly code: "add-kubernetes-version"; readonly version: ExpirableVersion }
  | { readonly code: "add-image-version"; readonly image: string; readonly version: MachineImageVersion };

/** Error: the object to which a hypothetical change refers does not exist. */
export interface WhatIfError {
  readonly code: "POOL_NOT_FOUND" | "IMAGE_NOT_FOUND" | "VERSION_NOT_FOUND" | "INVALID_INSTANT";
  readonly name: string;
}

/** A Shoot and its effective profile. */
export interface ShootWithProfile {
  readonly shoot: Shoot;
  readonly profile: CloudProfileSpec;
}

type Changed = Result<ShootWithProfile, WhatIfError>;

function withSpec({ shoot, profile }: ShootWithProfile, spec: ShootSpec): ShootWithProfile {
  return { shoot: { ...shoot, spec }, profile };
}

function withMaintenance(world: ShootWithProfile, maintenance: Maintenance): ShootWithProfile {
  const { spec } = world.shoot;
  return withSpec(world, { ...spec, maintenance: { ...spec.maintenance, ...maintenance } });
}

function withPool(world: ShootWithProfile, name: string, change: (pool: Worker) => Worker): Changed {
  const { spec } = world.shoot;
  const workers = spec.provider.workers ?? [];
  if (!workers.some((pool) => pool.name === name)) return fail({ code: "POOL_NOT_FOUND", name });
  const changed = workers.map((pool) => (pool.name === name ? change(pool) : pool));
  return ok(withSpec(world, { ...spec, provider: { ...spec.provider, workers: changed } }));
}

function pinned(pool: Worker, version: string | undefined): Worker {
  const { version: _, ...rest } = pool.kubernetes ?? {};
  return { ...pool, kubernetes: version === undefined ? rest : { ...rest, version } };
}

function withImageVersion(pool: Worker, version: string): Worker {
  const { image } = pool.machine;
  return image ? { ...pool, machine: { ...pool.machine, image: { ...image, version } } } : pool;
}

function updated(world: ShootWithProfile, lane: VersionedComponent, version: string): Changed {
  const { spec } = world.shoot;
  switch (lane.kind) {
    case "control-plane":
      return ok(withSpec(world, { ...spec, kubernetes: { ...spec.kubernetes, version } }));
    case "pool-kubernetes":
      return withPool(world, lane.pool, (pool) => pinned(pool, version));
    case "pool-image":
      return withPool(world, lane.pool, (pool) => withImageVersion(pool, version));
  }
}

type Edit = <Entry extends ExpirableVersion>(entry: Entry) => Entry | undefined;

function editVersions<Entry extends ExpirableVersion>(list: readonly Entry[], version: string, edit: Edit) {
  return list.flatMap((entry) => (entry.version === version ? (edit(entry) ?? []) : [entry]));
}

function withKubernetes(profile: CloudProfileSpec, versions: readonly ExpirableVersion[]): CloudProfileSpec {
  return { ...profile, kubernetes: { ...profile.kubernetes, versions } };
}

function withImage(world: ShootWithProfile, name: string, change: (image: MachineImage) => MachineImage): Changed {
  const images = world.profile.machineImages ?? [];
  if (!images.some((image) => image.name === name)) return fail({ code: "IMAGE_NOT_FOUND", name });
  const machineImages = images.map((image) => (image.name === name ? change(image) : image));
  return ok({ ...world, profile: { ...world.profile, machineImages } });
}

function editPlace(world: ShootWithProfile, { image, version }: ProfileVersionRef, edit: Edit): Changed {
  const { profile } = world;
  const list: readonly ExpirableVersion[] =
    image === undefined
      ? (profile.kubernetes?.versions ?? [])
      : (profile.machineImages?.find(({ name }) => name === image)?.versions ?? []);
  if (!list.some((entry) => entry.version === version)) return fail({ code: "VERSION_NOT_FOUND", name: version });
  if (image !== undefined) {
    return withImage(world, image, (one) => ({ ...one, versions: editVersions(one.versions ?? [], version, edit) }));
  }
  return ok({ ...world, profile: withKubernetes(profile, editVersions(list, version, edit)) });
}

function isExpired({ classification }: { readonly classification: string }): boolean {
  return classification === "expired";
}

/** Sets the expiry of a version entry, in the notation that the entry uses: lifecycle stages or an expiration date. */
function endsAt<Entry extends ExpirableVersion>(entry: Entry, at: number | undefined): Entry {
  const date = at === undefined ? undefined : formatInstant(at);
  const { lifecycle } = entry;
  if (!lifecycle || lifecycle.length === 0) return { ...entry, expirationDate: date ?? null };
  const others = lifecycle.filter((stage) => !isExpired(stage));
  const end = date === undefined ? [] : [{ classification: "expired", startTime: date }];
  return { ...entry, lifecycle: [...others, ...end] };
}

function reclassified<Entry extends ExpirableVersion>(entry: Entry, classification: string): Entry {
  const { lifecycle } = entry;
  if (!lifecycle || lifecycle.length === 0) return { ...entry, classification };
  return { ...entry, lifecycle: [{ classification }, ...lifecycle.filter(isExpired)] };
}

/**
 * Applies one hypothetical change to a Shoot or its profile; nothing is written to the garden.
 *
 * @returns the changed Shoot and profile. Errors: an object named by the change does not exist, or its instant is no
 * date
 */
export function applyWhatIf(world: ShootWithProfile, change: WhatIfChange): Changed {
  const { profile } = world;
  switch (change.code) {
    case "auto-update": {
      const now = autoUpdateOf(world.shoot.spec.maintenance);
      const kubernetesVersion = change.kubernetes ?? now.kubernetesVersion;
      const machineImageVersion = change.machineImages ?? now.machineImageVersion;
      return ok(withMaintenance(world, { autoUpdate: { kubernetesVersion, machineImageVersion } }));
    }
    case "window":
      return ok(withMaintenance(world, { timeWindow: { begin: change.begin, end: change.end } }));
    case "pin-pool":
      return withPool(world, change.pool, (pool) => pinned(pool, change.version));
    case "unpin-pool":
      return withPool(world, change.pool, (pool) => pinned(pool, undefined));
    case "update-now":
      return updated(world, change.lane, change.version);
    case "move-expiry":
      if (change.at !== undefined && !(Math.abs(change.at) <= 8.64e15)) {
        return fail({ code: "INVALID_INSTANT", name: change.place.version });
      }
      return editPlace(world, change.place, (entry) => endsAt(entry, change.at));
    case "reclassify":
      return editPlace(world, change.place, (entry) => reclassified(entry, change.classification));
    case "remove-version":
      return editPlace(world, change.place, () => undefined);
    case "add-kubernetes-version": {
      const versions = [...(profile.kubernetes?.versions ?? []), change.version];
      return ok({ ...world, profile: withKubernetes(profile, versions) });
    }
    case "add-image-version": {
      return withImage(world, change.image, (image) => ({
        ...image,
        versions: [...(image.versions ?? []), change.version],
      }));
    }
  }
}
