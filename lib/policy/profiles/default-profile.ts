import type {
  CapabilityDefinition,
  CloudProfileSpec,
  MachineImageVersion,
  MachineType,
  VolumeType,
} from "#lib/garden/cloud-profile.ts";
import { architectureCapability, architectureOfType, architecturesOfFlavors } from "../versions/capabilities.ts";

/** The architecture of machines for which none is given. */
const usual = "amd64";

/** Functions that change the entries of a profile's lists. Missing lists stay missing. */
interface Changes {
  readonly version: (version: MachineImageVersion) => MachineImageVersion;
  readonly machineType: (type: MachineType) => MachineType;
}

function changed<Spec extends Pick<CloudProfileSpec, "machineImages" | "machineTypes">>(
  spec: Spec,
  { version, machineType }: Changes,
): Spec {
  const { machineImages, machineTypes } = spec;
  return {
    ...spec,
    ...(machineImages && {
      machineImages: machineImages.map((image) =>
        image.versions ? { ...image, versions: image.versions.map(version) } : image,
      ),
    }),
    ...(machineTypes && { machineTypes: machineTypes.map(machineType) }),
  };
}

function usable<Type extends MachineType | VolumeType>(type: Type): Type {
  return typeof type.usable === "boolean" ? type : { ...type, usable: true };
}

/**
 * Applies the API defaults common to CloudProfiles and NamespacedCloudProfiles: machine and volume types are usable.
 *
 * @source Gardener: pkg/apis/core/v1beta1/defaults_namespacedcloudprofile.go
 */
export function applyMachineAndVolumeTypeDefaults<Spec extends Pick<CloudProfileSpec, "machineTypes" | "volumeTypes">>(
  spec: Spec,
): Spec {
  const { machineTypes, volumeTypes } = spec;
  return {
    ...spec,
    ...(machineTypes && { machineTypes: machineTypes.map(usable) }),
    ...(volumeTypes && { volumeTypes: volumeTypes.map(usable) }),
  };
}

/**
 * API defaults of a CloudProfile: update strategy `major`, runtime containerd, usable types, and, unless the profile
 * defines capabilities, architecture amd64.
 *
 * @source Gardener: pkg/apis/core/v1beta1/defaults_cloudprofile.go
 */
export function applyProfileDefaults(given: CloudProfileSpec): CloudProfileSpec {
  const isPlain = (given.machineCapabilities ?? []).length === 0;
  const spec = changed(applyMachineAndVolumeTypeDefaults(given), {
    version: (version) => ({
      ...version,
      ...(version.cri?.length ? {} : { cri: [{ name: "containerd" }] }),
      ...(isPlain && !version.architectures?.length && { architectures: [usual] }),
    }),
    machineType: (type) => (isPlain ? { ...type, architecture: type.architecture ?? usual } : type),
  });
  const { machineImages } = spec;
  if (!machineImages) return spec;
  const withStrategy = machineImages.map((image) => ({ ...image, updateStrategy: image.updateStrategy ?? "major" }));
  return { ...spec, machineImages: withStrategy };
}

/**
 * Synchronises architecture fields with the capability of that name. A profile that newly defines several architectures
 * gets flavors and capabilities from its fields; one that defines capabilities gets missing fields; one that removes
 * its definitions loses everything that depended on them.
 *
 * @param before the stored spec, undefined on creation
 * @source Gardener: pkg/utils/gardener/cloudprofile.go, SyncArchitectureCapabilityFields
 */
export function syncArchitectures(given: CloudProfileSpec, before: CloudProfileSpec | undefined): CloudProfileSpec {
  const definitions = given.machineCapabilities ?? [];
  const had = (before?.machineCapabilities ?? []).length > 0;
  if (definitions.length === 0)
    return had ? changed(given, { version: withoutFlavors, machineType: withoutCapabilities }) : given;
  const defined = definitions.findLast(({ name }) => name === architectureCapability)?.values ?? [];
  const spec =
    !had && defined.length > 1 ? changed(given, { version: withFlavors, machineType: withCapability }) : given;
  return changed(spec, {
    version: (version) => withArchitectures(version, definitions),
    machineType: (type) => withArchitecture(type, definitions),
  });
}

/**
 * The spec as validated by the API server when a CloudProfile is updated.
 *
 * @param before the stored spec
 * @source Gardener: pkg/apiserver/registry/core/cloudprofile, PrepareForUpdate
 */
export function profileSpecValidatedOnUpdate(spec: CloudProfileSpec, before: CloudProfileSpec): CloudProfileSpec {
  return syncArchitectures(applyProfileDefaults(spec), before);
}

/**
 * The spec that the API server stores when a CloudProfile is updated.
 *
 * @source Gardener: pkg/apiserver/registry/core/cloudprofile, Canonicalize
 */
export function profileSpecStoredOnUpdate(spec: CloudProfileSpec, before: CloudProfileSpec): CloudProfileSpec {
  return syncArchitectures(profileSpecValidatedOnUpdate(spec, before), undefined);
}

type Extension = Pick<CloudProfileSpec, "machineImages" | "machineTypes">;

/**
 * The images and machine types of a NamespacedCloudProfile in the notation of its parent: capabilities if the parent
 * defines some, otherwise architectures.
 *
 * @source Gardener: pkg/utils/gardener/namespacedcloudprofile.go, TransformSpecToParentFormat
 */
export function toParentProfileFormat<Spec extends Extension>(
  spec: Spec,
  definitions: readonly CapabilityDefinition[],
): Spec {
  const hasCapabilities = definitions.length > 0;
  return changed(spec, {
    version: (version) => imageVersionInParentFormat(version, hasCapabilities),
    machineType: (type) => {
      if (!hasCapabilities) return withoutCapabilities(withArchitectureOfCapabilities(type));
      if (Object.keys(type.capabilities ?? {}).length > 0) return type;
      const architecture = architectureOfType(type, definitions) || usual;
      return { ...type, capabilities: { [architectureCapability]: [architecture] } };
    },
  });
}

/** One image version of a NamespacedCloudProfile in the parent's notation. @source as {@link toParentProfileFormat} */
export function imageVersionInParentFormat(
  version: MachineImageVersion,
  hasCapabilities: boolean,
): MachineImageVersion {
  if (!hasCapabilities) return withoutFlavors(withArchitecturesOfFlavors(version));
  return version.architectures?.length ? withFlavors(version) : version;
}

/**
 * A merged profile with all architectures filled in.
 *
 * @source Gardener: pkg/controllermanager/controller/namespacedcloudprofile, syncArchitectureCapabilities
 */
export function fillProfileArchitectures(spec: CloudProfileSpec): CloudProfileSpec {
  const definitions = spec.machineCapabilities ?? [];
  return changed(spec, {
    version: (version) => {
      const known = withArchitectures(version, definitions);
      return known.architectures?.length ? known : { ...known, architectures: [usual] };
    },
    machineType: (type) => {
      const known = withArchitecture(type, definitions);
      return known.architecture ? known : { ...known, architecture: usual };
    },
  });
}

function withArchitecturesOfFlavors(version: MachineImageVersion): MachineImageVersion {
  const offered = new Set((version.capabilityFlavors ?? []).flatMap((flavor) => flavor[architectureCapability] ?? []));
  if (version.architectures?.length || offered.size === 0) return version;
  return { ...version, architectures: [...offered] };
}

function withArchitectureOfCapabilities(type: MachineType): MachineType {
  const [first] = type.capabilities?.[architectureCapability] ?? [];
  return typeof type.architecture === "string" || first === undefined ? type : { ...type, architecture: first };
}

function withoutFlavors({ capabilityFlavors: _, ...version }: MachineImageVersion): MachineImageVersion {
  return version;
}

function withoutCapabilities({ capabilities: _, ...type }: MachineType): MachineType {
  return type;
}

function withFlavors(version: MachineImageVersion): MachineImageVersion {
  if (version.capabilityFlavors?.length) return version;
  const architectures = version.architectures?.length ? version.architectures : [usual];
  return { ...version, capabilityFlavors: architectures.map((one) => ({ [architectureCapability]: [one] })) };
}

function withCapability(type: MachineType): MachineType {
  if (Object.keys(type.capabilities ?? {}).length > 0) return type;
  return { ...type, capabilities: { [architectureCapability]: [type.architecture ?? usual] } };
}

function withArchitectures(
  version: MachineImageVersion,
  definitions: readonly CapabilityDefinition[],
): MachineImageVersion {
  if (version.architectures?.length) return version;
  const architectures = architecturesOfFlavors(version, definitions);
  return architectures.length > 0 ? { ...version, architectures } : version;
}

function withArchitecture(type: MachineType, definitions: readonly CapabilityDefinition[]): MachineType {
  if (typeof type.architecture === "string") return type;
  const architecture = architectureOfType(type, definitions);
  return architecture ? { ...type, architecture } : type;
}
