import type {
  CloudProfile,
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
  NamespacedCloudProfile,
} from "#lib/garden/cloud-profile.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { fillProfileArchitectures, toParentProfileFormat } from "./default-profile.ts";

type Named = { readonly name: string };
type Override = Omit<NamespacedCloudProfile["spec"], "parent">;

/** Merges two lists in the parent's order; items that are only in the override are appended. */
function mergeBy<Item>(
  parent: readonly Item[] | null | undefined,
  override: readonly Item[] | null | undefined,
  { keyOf, merge }: { keyOf: (item: Item) => string; merge: (base: Item, over: Item) => Item },
): readonly Item[] {
  const overrides = new Map((override ?? []).map((item) => [keyOf(item), item]));
  const merged = (parent ?? []).map((item) => {
    const over = overrides.get(keyOf(item));
    return over ? merge(item, over) : item;
  });
  const known = new Set((parent ?? []).map(keyOf));
  return [...merged, ...(override ?? []).filter((item) => !known.has(keyOf(item)))];
}

const versionKey = ({ version }: ExpirableVersion) => version;
const nameKey = ({ name }: Named) => name;

/** Applies an override's expiry to the parent's version; an override without a date removes the parent's expiry. */
function withExpiry<Entry extends ExpirableVersion>(base: Entry, { expirationDate }: ExpirableVersion): Entry {
  return expirationDate || base.expirationDate ? { ...base, expirationDate: expirationDate || null } : base;
}

function mergeImageVersion(base: MachineImageVersion, over: MachineImageVersion): MachineImageVersion {
  const replaces = [over.architectures, over.capabilityFlavors, over.cri].some((list) => (list?.length ?? 0) > 0);
  if (replaces || over.kubeletVersionConstraint || over.classification) return over;
  return withExpiry(base, over);
}

function mergeImage(base: MachineImage, over: MachineImage): MachineImage {
  return {
    ...base,
    ...(over.updateStrategy && { updateStrategy: over.updateStrategy }),
    versions: mergeBy(base.versions, over.versions, { keyOf: versionKey, merge: mergeImageVersion }),
  };
}

/**
 * Merges a NamespacedCloudProfile into its parent. A Kubernetes override only changes the expiry of a version in the
 * parent; images, image versions and types may be added. An override of an image version with more than an expiry
 * replaces the parent's version as a whole, and an override of a type always does.
 *
 * If the parent has a lifecycle, an override's expiry does not affect the classification.
 *
 * @source Gardener: pkg/controllermanager/controller/namespacedcloudprofile, MergeCloudProfiles
 */
export function mergeProfiles(parent: CloudProfileSpec, override: Override): CloudProfileSpec {
  const versions = parent.kubernetes?.versions ?? [];
  const expiries = new Map(override.kubernetes?.versions?.map((over) => [over.version, over]));
  const replace = <Item>(_base: Item, over: Item) => over;
  const alike = toParentProfileFormat(override, parent.machineCapabilities ?? []);
  return {
    ...parent,
    kubernetes: {
      ...parent.kubernetes,
      versions: versions.map((base) => withExpiry(base, expiries.get(base.version) ?? base)),
    },
    machineImages: mergeBy(parent.machineImages, alike.machineImages, { keyOf: nameKey, merge: mergeImage }),
    machineTypes: mergeBy(parent.machineTypes, alike.machineTypes, { keyOf: nameKey, merge: replace }),
    volumeTypes: mergeBy(parent.volumeTypes, override.volumeTypes, { keyOf: nameKey, merge: replace }),
    ...(override.limits && { limits: mergeLimits(parent.limits, override.limits) }),
    ...(typeof override.caBundle === "string" && { caBundle: `${parent.caBundle ?? ""}${override.caBundle}` }),
  };
}

/** The merged profile as Gardener stores it, with all architectures filled in. */
export function mergedProfile(parent: CloudProfileSpec, override: Override): CloudProfileSpec {
  return fillProfileArchitectures(mergeProfiles(parent, override));
}

function mergeLimits(parent: CloudProfileSpec["limits"], override: CloudProfileSpec["limits"]) {
  const most = override?.maxNodesTotal ?? 0;
  return { ...parent, ...(most > 0 && { maxNodesTotal: most }) };
}

/** A Shoot's reference to a profile. A namespaced one is in the Shoot's own namespace. */
export interface ProfileReference {
  readonly kind: string;
  readonly name: string;
}

/**
 * The profile reference of a Shoot, undefined when it has none.
 *
 * @source Gardener: spec.cloudProfile, and spec.cloudProfileName of older Shoots
 */
export function profileReference(
  spec: Pick<ShootSpec, "cloudProfile" | "cloudProfileName">,
): ProfileReference | undefined {
  const { cloudProfile, cloudProfileName } = spec;
  if (cloudProfile?.name) return { kind: cloudProfile.kind || "CloudProfile", name: cloudProfile.name };
  return cloudProfileName ? { kind: "CloudProfile", name: cloudProfileName } : undefined;
}

/** Looks up profiles by name. */
export interface ProfileLookup {
  readonly cloudProfile: (name: string) => CloudProfile | undefined;
  readonly namespacedCloudProfile: (namespace: string, name: string) => NamespacedCloudProfile | undefined;
}

/** Why a Shoot has no effective profile: it names none, or the named one does not exist or is not merged yet. */
export type MissingProfileReason = "NO_PROFILE_REFERENCE" | "PROFILE_NOT_FOUND" | "PROFILE_NOT_MERGED";

/**
 * The effective profile of a Shoot. For a namespaced one it is Gardener's merged status, never our own merge, because
 * maintenance uses the former.
 *
 * @source Gardener: pkg/utils/gardener, GetCloudProfile
 */
export function effectiveProfile(
  shoot: { readonly metadata: { readonly namespace?: string }; readonly spec: ShootSpec },
  lookup: ProfileLookup,
): Result<CloudProfileSpec, MissingProfileReason> {
  const reference = profileReference(shoot.spec);
  if (!reference) return fail("NO_PROFILE_REFERENCE");
  if (reference.kind !== "NamespacedCloudProfile") {
    const profile = lookup.cloudProfile(reference.name);
    return profile ? ok(profile.spec) : fail("PROFILE_NOT_FOUND");
  }
  const profile = lookup.namespacedCloudProfile(shoot.metadata.namespace ?? "", reference.name);
  if (!profile) return fail("PROFILE_NOT_FOUND");
  const merged = profile.status?.cloudProfileSpec;
  return merged ? ok(merged) : fail("PROFILE_NOT_MERGED");
}

/** Whether Gardener has merged a NamespacedCloudProfile, as it is now, with its parent. */
export function isMergedAsItIs({ metadata, status }: Pick<NamespacedCloudProfile, "metadata" | "status">): boolean {
  return Boolean(status?.cloudProfileSpec) && (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}
