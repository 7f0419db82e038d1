import type { CapabilityDefinition, MachineImageVersion, MachineType } from "#lib/garden/cloud-profile.ts";

type Capabilities = Readonly<Record<string, readonly string[]>>;

export const architectureCapability = "architecture";

/**
 * The architectures of an image version: the union of its flavors' values, without flavors all that the profile defines,
 * and else its own field. Nothing is filled in inside a flavor here.
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

/** Whether an image version is for an architecture. One that names none is for amd64. */
export function isForArchitecture(
  version: MachineImageVersion,
  architecture: string,
  definitions: readonly CapabilityDefinition[],
): boolean {
  const offered = architecturesOf(version, definitions);
  return (offered.length > 0 ? offered : ["amd64"]).includes(architecture);
}

/**
 * The architectures of an image version by its flavors alone, where what a flavor does not mention is all that the
 * profile defines; a version without flavors has all of it. The API server tells them in any order.
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
 * The architecture of a machine type: the only one among its capabilities, those that it does not mention being all that
 * the profile defines, and else its own field; empty when neither tells.
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
 * Whether some flavor of an image version suits a machine type: for every defined capability both sides share a value,
 * and a side that does not mention it has them all. A version without flavors suits every type.
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
