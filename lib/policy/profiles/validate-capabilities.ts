import type { CapabilityDefinition, MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { architectureCapability } from "../versions/capabilities.ts";
import { withoutNull } from "../versions/listed-version.ts";
import { checkUnprefixedName } from "./names-in-profile.ts";
import { type ProfileErrors, profileError, profileErrorIf } from "./profile-error.ts";

const root = "spec.machineCapabilities";
const knownArchitectures: readonly string[] = ["amd64", "arm64"];
const reservedPrefix = "gardener-";

/** The possible values of each capability that a CloudProfile defines. Empty when it defines none. */
export type DefinedCapabilities = ReadonlyMap<string, readonly string[]>;

/** Reads a profile's capability definitions by name; the last definition of a name wins. */
export function definedCapabilities(
  definitions: readonly CapabilityDefinition[] | null | undefined,
): DefinedCapabilities {
  return new Map(withoutNull(definitions).map(({ name, values }) => [name, values ?? []]));
}

/**
 * Validation errors for capability definitions. One of them must be the architecture.
 *
 * @source Gardener: pkg/api/core/validation/cloudprofile.go, validateCapabilityDefinitions
 */
export function validateCapabilityDefinitions(
  definitions: readonly CapabilityDefinition[] | null | undefined,
  rules: GardenerRules,
): ProfileErrors {
  const listed = withoutNull(definitions);
  if (listed.length === 0) return [];
  const names = listed.map(({ name }) => name);
  const isOff = rules("image.capabilities.admission") === "none";
  const defined = definedCapabilities(listed);
  return [
    ...profileErrorIf(isOff, "CAPABILITIES_GATE_DISABLED", root),
    ...names.flatMap((name, index) => [
      ...profileErrorIf(names.indexOf(name) < index, "NAME_DUPLICATE", `${root}[${index}].name`),
      ...profileErrorIf(name.startsWith(reservedPrefix), "CAPABILITY_RESERVED", `${root}[${index}].name`),
    ]),
    ...architectureErrors(defined.get(architectureCapability)),
    ...[...defined].flatMap(([name, values]) => definitionErrors(name, values)),
  ];
}

function architectureErrors(values: readonly string[] | undefined): ProfileErrors {
  const path = `${root}.${architectureCapability}`;
  if (values === undefined) return [profileError("CAPABILITY_ARCHITECTURE_REQUIRED", path)];
  return values
    .filter((value) => !knownArchitectures.includes(value))
    .map(() => profileError("CAPABILITY_ARCHITECTURE_UNKNOWN", path));
}

function definitionErrors(name: string, values: readonly string[]): ProfileErrors {
  // The server's paths have empty brackets for an empty name.
  const path = name === "" ? `${root}[]` : `${root}.${name}`;
  return [
    ...checkUnprefixedName(name, root),
    ...profileErrorIf(values.length === 0, "VALUE_REQUIRED", path),
    ...values.flatMap((value, index) => checkUnprefixedName(value, `${path}[${index}]`)),
  ];
}

/**
 * Validation errors for the architectures and capabilities of an image version. With several architectures defined,
 * there must be at least one flavor, and each has exactly one architecture.
 *
 * @source Gardener: pkg/api/core/validation/utils.go, validateMachineImageVersionFlavors
 */
export function validateFlavors(
  version: MachineImageVersion,
  path: string,
  defined: DefinedCapabilities,
): ProfileErrors {
  const flavors = version.capabilityFlavors ?? [];
  return [
    ...validateArchitectures(version, path, defined),
    ...(defined.size === 0
      ? []
      : flavors.flatMap((flavor, index) => valueErrors(flavor, `${path}.capabilityFlavors[${index}]`, defined))),
  ];
}

function validateArchitectures(
  { architectures, capabilityFlavors }: MachineImageVersion,
  path: string,
  defined: DefinedCapabilities,
): ProfileErrors {
  const flavors = capabilityFlavors ?? [];
  const own = architectures ?? [];
  const supported = defined.size === 0 ? knownArchitectures : (defined.get(architectureCapability) ?? []);
  const unknown = own.flatMap((architecture, index) =>
    profileErrorIf(!supported.includes(architecture), "ARCHITECTURE_UNKNOWN", `${path}.architectures[${index}]`),
  );
  if (defined.size === 0) return unknown;
  if (supported.length > 1 && flavors.length === 0)
    return [profileError("FLAVOR_REQUIRED", `${path}.capabilityFlavors`)];
  const ofFlavors = flavors.flatMap((flavor) => flavor[architectureCapability] ?? []);
  const offered = ofFlavors.length === 0 && supported.length === 1 ? supported : ofFlavors;
  const conflicts = own.some((architecture) => !offered.includes(architecture));
  return [
    ...flavors.flatMap((flavor, index) => {
      const values = flavor[architectureCapability] ?? [];
      const place = `${path}.capabilityFlavors[${index}].${architectureCapability}`;
      if (values.length === 0 && supported.length > 1) return [profileError("FLAVOR_ARCHITECTURE_REQUIRED", place)];
      return profileErrorIf(values.length > 1, "ARCHITECTURES_SEVERAL", place);
    }),
    ...profileErrorIf(conflicts, "ARCHITECTURES_CONFLICT", `${path}.architectures`),
    ...unknown,
  ];
}

/**
 * Validation errors for the architecture and capabilities of a machine type.
 *
 * @source Gardener: pkg/api/core/validation/utils.go, validateMachineTypeCapabilities
 */
export function validateTypeCapabilities(
  { architecture, capabilities }: MachineType,
  path: string,
  defined: DefinedCapabilities,
): ProfileErrors {
  const isUnknown = Boolean(architecture) && !knownArchitectures.includes(architecture ?? "");
  const unknown = profileErrorIf(isUnknown, "ARCHITECTURE_UNKNOWN", `${path}.architecture`);
  if (defined.size === 0) return unknown;
  const values = capabilities?.[architectureCapability] ?? [];
  const conflicts = Boolean(architecture) && values.length === 1 && values[0] !== architecture;
  return [
    ...profileErrorIf(values.length > 1, "ARCHITECTURES_SEVERAL", `${path}.capabilities.${architectureCapability}`),
    ...profileErrorIf(conflicts, "ARCHITECTURES_CONFLICT", `${path}.architecture`),
    ...unknown,
    ...valueErrors(capabilities ?? {}, `${path}.capabilities`, defined),
  ];
}

/** Errors for capabilities, or values of capabilities, that the profile does not define. */
function valueErrors(
  capabilities: Readonly<Record<string, readonly string[]>>,
  path: string,
  defined: DefinedCapabilities,
): ProfileErrors {
  return Object.entries(capabilities).flatMap(([name, values]) => {
    const known = defined.get(name);
    if (known === undefined) return [profileError("CAPABILITY_UNDEFINED", path)];
    return (values ?? []).flatMap((value, index) =>
      profileErrorIf(!known.includes(value), "CAPABILITY_VALUE_UNDEFINED", `${path}.${name}[${index}]`),
    );
  });
}
