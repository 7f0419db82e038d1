import type { LabelSelector } from "#lib/kube/label-selector.ts";
import type { KubeObject } from "#lib/kube/object.ts";

export type Classification = "unavailable" | "preview" | "supported" | "deprecated" | "expired";

/** Stage in a version's `lifecycle[]`; without `startTime` the stage applies from the beginning. */
export interface LifecycleStage {
  readonly classification: string;
  readonly startTime?: string | null;
}

/** Version that a CloudProfile offers: with the older classification and expiration date, or with a `lifecycle[]`. */
export interface ExpirableVersion {
  readonly version: string;
  readonly classification?: string | null;
  readonly expirationDate?: string | null;
  readonly lifecycle?: readonly LifecycleStage[] | null;
}

export interface MachineImageVersion extends ExpirableVersion {
  readonly cri?:
    | readonly {
        readonly name: string;
        readonly containerRuntimes?: readonly { readonly type: string }[] | null;
      }[]
    | null;
  readonly architectures?: readonly string[] | null;
  readonly capabilityFlavors?: readonly Readonly<Record<string, readonly string[]>>[] | null;
  readonly kubeletVersionConstraint?: string | null;
  readonly inPlaceUpdates?: { readonly supported?: boolean; readonly minVersionForUpdate?: string | null } | null;
}

export interface MachineImage {
  readonly name: string;
  /** Update strategy of the image: `patch`, `minor` or `major`; `major` when missing. */
  readonly updateStrategy?: string | null;
  readonly versions?: readonly MachineImageVersion[] | null;
}

export interface MachineType {
  readonly name: string;
  readonly cpu?: string | null;
  readonly gpu?: string | null;
  readonly memory?: string | null;
  readonly usable?: boolean | null;
  readonly architecture?: string | null;
  readonly capabilities?: Readonly<Record<string, readonly string[]>> | null;
  readonly storage?: MachineTypeStorage | null;
}

/** Disk included in a machine type: of a fixed size, or of any size above a minimum. */
export interface MachineTypeStorage {
  readonly class?: string;
  readonly type?: string;
  readonly size?: string | null;
  readonly minSize?: string | null;
}

export interface VolumeType {
  readonly name: string;
  readonly class?: string;
  readonly usable?: boolean | null;
  readonly minSize?: string | null;
}

export interface Region {
  readonly name: string;
  readonly zones?: readonly { readonly name: string }[] | null;
  readonly labels?: Readonly<Record<string, string>> | null;
}

/** Property of machines, such as `architecture`, and its possible values. */
export interface CapabilityDefinition {
  readonly name: string;
  readonly values: readonly string[];
}

/** Machine type and image of bastions. */
export interface ProfileBastion {
  readonly machineType?: { readonly name: string } | null;
  readonly machineImage?: { readonly name: string; readonly version?: string | null } | null;
}

/** Selector of Seeds that may run the Shoots of a CloudProfile. */
export interface SeedSelector extends LabelSelector {
  /** Allowed provider types of Seeds; `*` for any. If absent, only Seeds with the Shoot's own type match. */
  readonly providerTypes?: readonly string[] | null;
}

export interface CloudProfileSpec {
  readonly type?: string;
  readonly kubernetes?: { readonly versions?: readonly ExpirableVersion[] | null } | null;
  readonly machineImages?: readonly MachineImage[] | null;
  readonly machineTypes?: readonly MachineType[] | null;
  readonly machineCapabilities?: readonly CapabilityDefinition[] | null;
  readonly volumeTypes?: readonly VolumeType[] | null;
  readonly regions?: readonly Region[] | null;
  readonly bastion?: ProfileBastion | null;
  readonly seedSelector?: SeedSelector | null;
  readonly caBundle?: string | null;
  /** Settings for the provider's extension, such as constraints of floating pools on OpenStack. */
  readonly providerConfig?: unknown;
  readonly limits?: { readonly maxNodesTotal?: number | null } | null;
}

export interface CloudProfile extends KubeObject {
  readonly spec: CloudProfileSpec;
  readonly status?: {
    readonly kubernetesVersions?: readonly { readonly version: string; readonly classification?: string }[] | null;
    readonly machineImageVersions?: unknown;
  } | null;
}

/** Project's own variant of a CloudProfile. `status.cloudProfileSpec` is the merged result computed by Gardener. */
export interface NamespacedCloudProfile extends KubeObject {
  readonly spec: Omit<CloudProfileSpec, "type"> & {
    readonly parent: { readonly kind?: string; readonly name: string };
  };
  readonly status?: {
    readonly cloudProfileSpec?: CloudProfileSpec | null;
    readonly observedGeneration?: number;
  } | null;
}
