import type { CapabilityDefinition, MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";

type Capabilities = Readonly<Record<string, readonly string[]>>;

export const architectureCapability = "architecture";

/**
 * The architectures of an image version: the union over its capability flavors; without flavors all architectures that
 * the profile defines, or else those in the version's own field. No defaults are applied inside a flavor.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, GetArchitecturesFromImageVersion
 */
export function architecturesOf(
  { capabilityFlavors, architectures }: MachineImageVersion,
  definitions: readonly CapabilityDefinition[],
): readonly string[] {
  const flavors = capabilityFlavors ?? [];
  const defined = definitions.find(({ name }) => name === architectureCapability)?.values ?? [];
  const offered = flavors.length === 0 ? defined : flavors.flatMap((flavor) => flavor[architectureCapability] ?? []);
  return offered.length > 0 ? offered : (architectures ?? []);
}

/** Whether an image version supports an architecture. A version without architectures supports amd64. */
export function isForArchitecture(
  version: MachineImageVersion,
  architecture: string,
  definitions: readonly CapabilityDefinition[],
): boolean {
  const offered = architecturesOf(version, definitions);
  return (offered.length > 0 ? offered : ["amd64"]).includes(architecture);
}

/**
 * The architectures of an image version by its flavors alone. A flavor without the capability has all values the
 * profile defines, as has a version without flavors. The API server's order varies.
 *
 * @source Gardener: pkg/api/core/helper, GetImageFlavorsWithAppliedDefaults
 */
export function architecturesOfFlavors(
  { capabilityFlavors }: MachineImageVersion,
  definitions: readonly CapabilityDefinition[],
): readonly string[] {
  const definition = definitions.find(({ name }) => name === architectureCapability);
  if (definition === undefined) return [];
  const flavors: readonly Capabilities[] = capabilityFlavors?.length ? capabilityFlavors : [{}];
  return [...new Set(flavors.flatMap((flavor) => valuesOf(flavor, definition)))].sort();
}

/**
 * The architecture of a machine type: the only value of its capability (a missing capability has all values the profile
 * defines), or else the machine type's own field; empty when neither determines the architecture.
 *
 * @source Gardener: pkg/apis/core, MachineType.GetArchitecture
 */
export function architectureOfType(
  { capabilities, architecture }: Pick<MachineType, "capabilities" | "architecture">,
  definitions: readonly CapabilityDefinition[],
): string {
  const definition = definitions.find(({ name }) => name === architectureCapability);
  const values = definition ? valuesOf(capabilities, definition) : [];
  return (values.length === 1 ? values[0] : architecture) ?? "";
}

function valuesOf(capabilities: Capabilities | null | undefined, { name, values }: CapabilityDefinition) {
  return capabilities?.[name] ?? values;
}

/**
 * Whether some flavor of an image version suits a machine type: for every defined capability both sides share a value;
 * a missing capability has all values. A version without flavors suits every type.
 *
 * @source Gardener: pkg/api/core/v1beta1/helper, AreCapabilitiesCompatible
 */
export function suitsMachineType(
  { capabilityFlavors }: MachineImageVersion,
  machineType: Pick<MachineType, "capabilities"> | undefined,
  definitions: readonly CapabilityDefinition[],
): boolean {
  const flavors = capabilityFlavors ?? [];
  if (definitions.length === 0 || flavors.length === 0) return true;
  return flavors.some((flavor) =>
    definitions.every((definition) => {
      const required = valuesOf(machineType?.capabilities, definition);
      return valuesOf(flavor, definition).some((value) => required.includes(value));
    }),
  );
}
