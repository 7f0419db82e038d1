import type {
  CapabilityDefinition,
  CloudProfileSpec,
  ExpirableVersion,
  MachineImage,
  MachineImageVersion,
  MachineType,
} from "#lib/garden/cloud-profile.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type ListedVersion, listVersions, withoutNull } from "./listed-version.ts";
import { toWellFormedProfile } from "./to-well-formed-profile.ts";

/** A machine image with its versions parsed. */
export interface PreparedImage {
  readonly name: string;
  /** The update strategy: `patch`, `minor` or `major`; anything else counts as `major`. */
  readonly strategy: string;
  readonly versions: readonly ListedVersion<MachineImageVersion>[];
}

/** A profile's spec, parsed once for repeated use. */
export interface PreparedProfile {
  readonly spec: CloudProfileSpec;
  readonly kubernetes: readonly ListedVersion<ExpirableVersion>[];
  readonly images: readonly PreparedImage[];
  readonly machineTypes: ReadonlyMap<string, MachineType>;
  readonly capabilities: readonly CapabilityDefinition[];
}

export function prepareImage({ name, updateStrategy, versions }: MachineImage): PreparedImage {
  return { name: name ?? "", strategy: updateStrategy || "major", versions: listVersions(versions) };
}

function prepare(written: CloudProfileSpec): PreparedProfile {
  const spec = toWellFormedProfile(written);
  return {
    spec,
    kubernetes: listVersions(spec.kubernetes?.versions),
    images: withoutNull(spec.machineImages).map(prepareImage),
    machineTypes: new Map(withoutNull(spec.machineTypes).map((type) => [type.name, type])),
    capabilities: withoutNull(spec.machineCapabilities),
  };
}

/** Parses the spec of a profile or an effective profile. Cached by object, so it must not be changed afterwards. */
export const prepareProfile = memoizePerObject(prepare);

/**
 * Finds an image by its name, case-insensitively.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, FindMachineImageVersion
 */
export function findImage(images: readonly PreparedImage[], name: string): PreparedImage | undefined {
  const wanted = name.toLowerCase();
  return images.find((image) => image.name.toLowerCase() === wanted);
}
