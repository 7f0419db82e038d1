import type { MachineType, MachineTypeStorage, VolumeType } from "#lib/garden/cloud-profile.ts";
import { withoutNull } from "../versions/listed-version.ts";
import { checkProfileQuantity, checkUnprefixedName } from "./names-in-profile.ts";
import { type ProfileError, type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";
import { type DefinedCapabilities, validateTypeCapabilities } from "./validate-capabilities.ts";

const none: DefinedCapabilities = new Map();

/**
 * Validation errors for the machine types of any profile. A duplicate name is the only error reported for its type.
 *
 * @source Gardener: pkg/api/core/validation/utils.go, validateMachineTypes
 */
export function validateMachineTypes(
  machineTypes: readonly MachineType[] | null | undefined,
  defined: DefinedCapabilities = none,
  root = "spec.machineTypes",
): ProfileErrors {
  const names = new Set<string>();
  return withoutNull(machineTypes).flatMap((type, index) => {
    const path = `${root}[${index}]`;
    const named = checkUnprefixedName(type.name, `${path}.name`);
    if (names.has(type.name)) return [...named, profileError("NAME_DUPLICATE", `${path}.name`)];
    names.add(type.name);
    return [
      ...named,
      ...checkProfileQuantity(type.cpu, `${path}.cpu`),
      ...checkProfileQuantity(type.gpu, `${path}.gpu`),
      ...checkProfileQuantity(type.memory, `${path}.memory`),
      ...validateTypeCapabilities(type, path, defined),
      ...(type.storage ? storageErrors(type.storage, `${path}.storage`) : []),
    ];
  });
}

function storageErrors({ size, minSize }: MachineTypeStorage, path: string): ProfileErrors {
  if (Boolean(size) === Boolean(minSize)) return [profileError("STORAGE_SIZES", path)];
  return [...checkProfileQuantity(size, `${path}.size`), ...checkProfileQuantity(minSize, `${path}.minSize`)];
}

/**
 * Validation errors for the machine types of a profile that Shoots use: there must be at least one, each has an
 * architecture unless capabilities are defined, and capabilities only if they are.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, validateCloudProfileMachineTypes
 */
export function validateOfferedTypes(
  machineTypes: readonly MachineType[] | null | undefined,
  defined: DefinedCapabilities,
  root = "spec.machineTypes",
): ProfileErrors {
  const types = withoutNull(machineTypes);
  return [
    ...profileErrorIf(types.length === 0, "NO_MACHINE_TYPES", root),
    ...validateMachineTypes(types, defined, root),
    ...(defined.size === 0 ? types.flatMap((type, index) => undefinedErrors(type, `${root}[${index}]`)) : []),
  ];
}

function undefinedErrors({ architecture, capabilities }: MachineType, path: string): ProfileErrors {
  const hasCapabilities = Object.keys(capabilities ?? {}).length > 0;
  return [
    ...profileErrorIf(!architecture, "VALUE_REQUIRED", `${path}.architecture`),
    ...profileErrorIf(hasCapabilities, "CAPABILITIES_UNDEFINED", `${path}.capabilities`),
  ];
}

/**
 * Validation errors for the volume types of any profile. A duplicate name ends the validation.
 *
 * @source Gardener: pkg/api/core/validation/utils.go, validateVolumeTypes
 */
export function validateVolumeTypes(
  volumeTypes: readonly VolumeType[] | null | undefined,
  root = "spec.volumeTypes",
): ProfileErrors {
  const faults: ProfileError[] = [];
  const names = new Set<string>();
  for (const [index, type] of withoutNull(volumeTypes).entries()) {
    const path = `${root}[${index}]`;
    faults.push(...checkUnprefixedName(type.name, `${path}.name`));
    if (names.has(type.name)) return [...faults, profileError("NAME_DUPLICATE", `${path}.name`)];
    names.add(type.name);
    faults.push(
      ...checkUnprefixedName(type.class, `${path}.class`),
      ...checkProfileQuantity(type.minSize, `${path}.minSize`),
    );
  }
  return faults;
}
