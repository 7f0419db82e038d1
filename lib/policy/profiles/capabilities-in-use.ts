import type { CapabilityDefinition, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { architectureCapability } from "../versions/capabilities.ts";
import { withoutNull } from "../versions/listed-version.ts";
import type { InUse } from "./in-use.ts";

type Extension = NamespacedCloudProfile["spec"];

/** Everything that a profile says about capabilities, with repetitions. */
function claimsOf({ machineImages, machineTypes }: Extension): readonly (readonly [string, readonly string[]])[] {
  return [
    ...withoutNull(machineImages).flatMap(({ versions }) =>
      withoutNull(versions).flatMap(({ capabilityFlavors }) => withoutNull(capabilityFlavors).flatMap(Object.entries)),
    ),
    ...withoutNull(machineTypes).flatMap(({ capabilities }) => Object.entries(capabilities ?? {})),
  ];
}

/** The values that a change takes out of each capability. */
function removedValues(before: CloudProfileSpec, after: CloudProfileSpec): readonly CapabilityDefinition[] {
  const remaining = new Map(withoutNull(after.machineCapabilities).map(({ name, values }) => [name, values]));
  return withoutNull(before.machineCapabilities).flatMap(({ name, values }) => {
    const removed = values.filter((value) => !remaining.get(name)?.includes(value));
    return removed.length > 0 ? [{ name, values: removed }] : [];
  });
}

/**
 * Values of capabilities that a change takes away although profiles that extend this one name them. Where none of them
 * names anything but the architecture, nothing stands against it: the fields for architectures say the same.
 *
 * @param children the profiles that extend this one
 * @param nameOf what a child is called
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, getRemovedMachineCapabilities
 */
export function capabilitiesInUse(
  change: { readonly before: CloudProfileSpec; readonly after: CloudProfileSpec },
  children: readonly NamespacedCloudProfile[],
  nameOf: (child: NamespacedCloudProfile) => string,
): readonly InUse[] {
  const removed = removedValues(change.before, change.after);
  if (removed.length === 0) return [];
  const claims = children.map((child) => [nameOf(child), claimsOf(child.spec)] as const);
  if (claims.every(([, all]) => all.every(([name]) => name === architectureCapability))) return [];
  return claims.flatMap(([by, all]) =>
    removed.flatMap(({ name, values }): readonly InUse[] => {
      const claimed = new Set(all.filter(([capability]) => capability === name).flatMap(([, own]) => own));
      const used = values.filter((value) => claimed.has(value));
      return used.length > 0 ? [{ code: "CAPABILITY_IN_USE", capability: name, values: used, by }] : [];
    }),
  );
}
