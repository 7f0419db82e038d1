import type { InUse } from "#lib/policy/profiles/versions-in-use.ts";

/** Why something may not be taken out of a profile, or put into it, with who stands in the way. */
export function inUseWords(inUse: InUse): { readonly field: string; readonly message: string } {
  switch (inUse.code) {
    case "K8S_IN_USE":
      return {
        field: "spec.kubernetes.versions",
        message: `${inUse.version} cannot be removed: ${inUse.by} uses it.`,
      };
    case "IMAGE_VERSION_IN_USE":
      return {
        field: "spec.machineImages",
        message: `${inUse.image} ${inUse.version} cannot be removed: ${inUse.by} uses it.`,
      };
    case "IMAGE_REMOVED_IN_USE":
      return { field: "spec.machineImages", message: `${inUse.image} cannot be removed: ${inUse.by} builds on it.` };
    case "IMAGE_ALREADY_DEFINED":
      return { field: "spec.machineImages", message: `${inUse.image} cannot be added: ${inUse.by} has it already.` };
    case "CAPABILITY_IN_USE":
      return {
        field: "spec.machineCapabilities",
        message: `${inUse.capability} cannot lose ${inUse.values.join(", ")}: ${inUse.by} uses it.`,
      };
    case "MAX_NODES_EXCEEDED":
      return {
        field: "spec.limits.maxNodesTotal",
        message: `${inUse.limit} nodes are too few: ${inUse.by} needs at least ${inUse.nodes}.`,
      };
    default:
      return inUse satisfies never;
  }
}
