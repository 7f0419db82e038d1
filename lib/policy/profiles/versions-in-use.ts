import type {
  CapabilityDefinition,
  CloudProfileSpec,
  MachineImage,
  NamespacedCloudProfile,
} from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { architectureCapability } from "../versions/capabilities.ts";
import { isExpired } from "../versions/classify.ts";
import { listVersions, withoutNull } from "../versions/listed-version.ts";
import { profileReference } from "./effective-profile.ts";
import { minimumNodes } from "./node-limit.ts";
import type { ProfileAdmissionContext } from "./one-supported.ts";
import type { ProfileItemInUseError } from "./profile-item-in-use-error.ts";

/** Versions that a change removes from a CloudProfile. */
export interface RemovedProfileVersions {
  readonly kubernetes: readonly string[];
  /** Removed image versions by image name; for a removed image, all its versions. */
  readonly images: ReadonlyMap<string, readonly string[]>;
}

type Versioned = { readonly version: string };

function textsOf(list: readonly Versioned[] | null | undefined): readonly string[] {
  return (list ?? []).map(({ version }) => version);
}

function missingFrom(after: readonly string[], before: readonly string[]): readonly string[] {
  return before.filter((text) => !after.includes(text));
}

function imagesOf(spec: Pick<CloudProfileSpec, "machineImages">): ReadonlyMap<string, readonly string[]> {
  return new Map((spec.machineImages ?? []).map(({ name, versions }: MachineImage) => [name, textsOf(versions)]));
}

/** The versions removed by a change of a profile's spec. */
export function removedProfileVersionsOf(before: CloudProfileSpec, after: CloudProfileSpec): RemovedProfileVersions {
  const remaining = imagesOf(after);
  return {
    kubernetes: missingFrom(textsOf(after.kubernetes?.versions), textsOf(before.kubernetes?.versions)),
    images: new Map(
      [...imagesOf(before)].map(([name, versions]) => [name, missingFrom(remaining.get(name) ?? [], versions)]),
    ),
  };
}

const shootName = ({ metadata }: Shoot) => `Shoot/${metadata.namespace ?? ""}/${metadata.name}`;
const profileName = ({ metadata }: NamespacedCloudProfile) =>
  `NamespacedCloudProfile/${metadata.namespace ?? ""}/${metadata.name}`;

function usedByShoot(shoot: Shoot, removal: RemovedProfileVersions): readonly ProfileItemInUseError[] {
  const { kubernetes, provider } = shoot.spec;
  const by = shootName(shoot);
  const pools = (provider.workers ?? []).flatMap(({ name, machine }): readonly ProfileItemInUseError[] => {
    const { image } = machine;
    if (!image?.version || !removal.images.get(image.name)?.includes(image.version)) return [];
    return [{ code: "IMAGE_VERSION_IN_USE", image: image.name, version: image.version, by: `${by}/${name}` }];
  });
  if (!removal.kubernetes.includes(kubernetes.version)) return pools;
  return [{ code: "K8S_IN_USE", version: kubernetes.version, by }, ...pools];
}

function usedByChild(
  child: NamespacedCloudProfile,
  removal: RemovedProfileVersions,
  after: CloudProfileSpec,
): readonly ProfileItemInUseError[] {
  const by = profileName(child);
  const overridden = textsOf(child.spec.kubernetes?.versions).filter((text) => removal.kubernetes.includes(text));
  const remaining = imagesOf(after);
  const images = [...imagesOf(child.spec)].flatMap(([image, versions]): readonly ProfileItemInUseError[] => {
    const removed = removal.images.get(image);
    if (removed === undefined) return [];
    const used = versions.filter((version) => removed.includes(version));
    return [
      ...(remaining.has(image) ? [] : [{ code: "IMAGE_REMOVED_IN_USE", image, by } as const]),
      ...used.map((version) => ({ code: "IMAGE_VERSION_IN_USE", image, version, by }) as const),
    ];
  });
  return [...overridden.map((version) => ({ code: "K8S_IN_USE", version, by }) as const), ...images];
}

function definedByChild(child: NamespacedCloudProfile, added: readonly string[]): readonly ProfileItemInUseError[] {
  const defined = imagesOf(child.spec);
  return added
    .filter((image) => defined.has(image))
    .map((image) => ({ code: "IMAGE_ALREADY_DEFINED", image, by: profileName(child) }));
}

/** Shoots and NamespacedCloudProfiles that may use a CloudProfile. */
export interface ProfileUsers {
  readonly shoots: readonly Shoot[];
  readonly namespacedProfiles: readonly NamespacedCloudProfile[];
}

/** A CloudProfile by name, before and after a change. */
export interface CloudProfileChange {
  readonly name: string;
  readonly before: CloudProfileSpec;
  readonly after: CloudProfileSpec;
}

/**
 * Why a change of a CloudProfile is rejected: Shoots or child profiles use removed versions, images or capabilities, a
 * child profile already has an added image, or Shoots need more nodes than a changed limit allows. Objects in deletion
 * do not count, and a pool's own Kubernetes version does not protect it.
 *
 * @source Gardener: plugin/pkg/global/resourcereferencemanager
 */
export function versionsInUse(
  { name, before, after }: CloudProfileChange,
  users: ProfileUsers,
): readonly ProfileItemInUseError[] {
  const removal = removedProfileVersionsOf(before, after);
  const known = imagesOf(before);
  const added = [...imagesOf(after).keys()].filter((image) => !known.has(image));
  const children = users.namespacedProfiles.filter(
    ({ metadata, spec }) => !metadata.deletionTimestamp && spec.parent.name === name,
  );
  // A namespace name has no slash, so the keys of NamespacedCloudProfiles are unique.
  const keyOf = (namespace: string | undefined, child: string) => `${namespace}/${child}`;
  const childKeys = new Set(children.map(({ metadata }) => keyOf(metadata.namespace, metadata.name)));
  const shoots = users.shoots.filter(({ metadata, spec }) => {
    const reference = profileReference(spec);
    if (metadata.deletionTimestamp || !reference) return false;
    const isNamespaced = reference.kind === "NamespacedCloudProfile";
    return isNamespaced ? childKeys.has(keyOf(metadata.namespace, reference.name)) : reference.name === name;
  });
  return [
    ...children.flatMap((child) => usedByChild(child, removal, after)),
    ...children.flatMap((child) => definedByChild(child, added)),
    ...capabilitiesInUse(removedValues(before, after), children),
    ...shoots.flatMap((shoot) => usedByShoot(shoot, removal)),
    ...nodesAboveLimit(before, after, shoots),
  ];
}

type Limited = Pick<CloudProfileSpec, "limits">;

/**
 * Shoots that exceed a changed node limit, whose every write would then be rejected.
 *
 * @param shoots those that refer to the profile; those in deletion do not count
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, validateShootWorkerLimits
 */
export function nodesAboveLimit(
  before: Limited,
  after: Limited,
  shoots: readonly Shoot[],
): readonly ProfileItemInUseError[] {
  const limit = after.limits?.maxNodesTotal;
  if (typeof limit !== "number" || semanticallyEqual(before.limits, after.limits)) return [];
  return shoots.flatMap((shoot): readonly ProfileItemInUseError[] => {
    const nodes = minimumNodes(shoot.spec);
    if (shoot.metadata.deletionTimestamp || nodes <= limit) return [];
    return [{ code: "MAX_NODES_EXCEEDED", nodes, limit, by: shootName(shoot) }];
  });
}

/**
 * Why removing overrides from a NamespacedCloudProfile is rejected: only if its Shoots use them and the parent no
 * longer offers them, because they are missing or expired there.
 *
 * @param shoots those that refer to the profile
 * @source Gardener: plugin/pkg/global/resourcereferencemanager
 */
export function overridesInUse(
  removal: RemovedProfileVersions,
  parent: CloudProfileSpec,
  { shoots, view }: { readonly shoots: readonly Shoot[]; readonly view: ProfileAdmissionContext },
): readonly ProfileItemInUseError[] {
  const expired = (list: Parameters<typeof listVersions>[0]) =>
    listVersions(list)
      .filter((listed) => isExpired(listed, view.reading))
      .map(({ text }) => text);
  const expiredKubernetes = expired(parent.kubernetes?.versions);
  const images = [...removal.images].map(([name, removed]) => {
    const base = parent.machineImages?.find((image) => image.name === name)?.versions;
    const gone = removed.filter((text) => !textsOf(base).includes(text) || expired(base).includes(text));
    return [name, gone] as const;
  });
  const lost: RemovedProfileVersions = {
    kubernetes: removal.kubernetes.filter((text) => expiredKubernetes.includes(text)),
    images: new Map(images),
  };
  return shoots.filter(({ metadata }) => !metadata.deletionTimestamp).flatMap((shoot) => usedByShoot(shoot, lost));
}

/** All capabilities used in a profile, with repetitions. */
function claimsOf({
  machineImages,
  machineTypes,
}: NamespacedCloudProfile["spec"]): readonly (readonly [string, readonly string[]])[] {
  return [
    ...withoutNull(machineImages).flatMap(({ versions }) =>
      withoutNull(versions).flatMap(({ capabilityFlavors }) => withoutNull(capabilityFlavors).flatMap(Object.entries)),
    ),
    ...withoutNull(machineTypes).flatMap(({ capabilities }) => Object.entries(capabilities ?? {})),
  ];
}

/** The values of each capability that a change removes from a CloudProfile. */
function removedValues(before: CloudProfileSpec, after: CloudProfileSpec): readonly CapabilityDefinition[] {
  const remaining = new Map(withoutNull(after.machineCapabilities).map(({ name, values }) => [name, values]));
  return withoutNull(before.machineCapabilities).flatMap(({ name, values }) => {
    const removed = values.filter((value) => !remaining.get(name)?.includes(value));
    return removed.length > 0 ? [{ name, values: removed }] : [];
  });
}

/**
 * Removed capability values that child profiles use. If no child uses anything but the architecture, nothing is
 * rejected, because the architecture fields are equivalent.
 *
 * @param children the profiles that extend this one
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, getRemovedMachineCapabilities
 */
function capabilitiesInUse(
  removed: readonly CapabilityDefinition[],
  children: readonly NamespacedCloudProfile[],
): readonly ProfileItemInUseError[] {
  if (removed.length === 0) return [];
  const claims = children.map((child) => [profileName(child), claimsOf(child.spec)] as const);
  if (claims.every(([, all]) => all.every(([name]) => name === architectureCapability))) return [];
  return claims.flatMap(([by, all]) =>
    removed.flatMap(({ name, values }): readonly ProfileItemInUseError[] => {
      const claimed = new Set(all.filter(([capability]) => capability === name).flatMap(([, own]) => own));
      const used = values.filter((value) => claimed.has(value));
      return used.length > 0 ? [{ code: "CAPABILITY_IN_USE", capability: name, values: used, by }] : [];
    }),
  );
}
