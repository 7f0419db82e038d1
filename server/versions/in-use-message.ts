import { text } from "#lib/language/text.ts";
import type { ProfileItemInUseError } from "#lib/policy/profiles/profile-item-in-use-error.ts";

/** Error message for an entry that cannot be removed from or added to a profile, because an object uses it. */
export function inUseMessage(inUse: ProfileItemInUseError): { readonly field: string; readonly message: string } {
  switch (inUse.code) {
    case "K8S_IN_USE":
      return {
        field: "spec.kubernetes.versions",
        message: text("{version} cannot be removed: {by} uses it.", { version: inUse.version, by: inUse.by }),
      };
    case "IMAGE_VERSION_IN_USE":
      return {
        field: "spec.machineImages",
        message: text("{image} {version} cannot be removed: {by} uses it.", {
          image: inUse.image,
          version: inUse.version,
          by: inUse.by,
        }),
      };
    case "IMAGE_REMOVED_IN_USE":
      return {
        field: "spec.machineImages",
        message: text("{image} cannot be removed: {by} builds on it.", { image: inUse.image, by: inUse.by }),
      };
    case "IMAGE_ALREADY_DEFINED":
      return {
        field: "spec.machineImages",
        message: text("{image} cannot be added: {by} has it already.", { image: inUse.image, by: inUse.by }),
      };
    case "CAPABILITY_IN_USE":
      return {
        field: "spec.machineCapabilities",
        message: text("{capability} cannot lose {value}: {by} uses it.", {
          capability: inUse.capability,
          value: inUse.values.join(", "),
          by: inUse.by,
        }),
      };
    case "MAX_NODES_EXCEEDED":
      return {
        field: "spec.limits.maxNodesTotal",
        message: text("{limit} nodes are too few: {by} needs at least {nodes}.", {
          limit: inUse.limit,
          by: inUse.by,
          nodes: inUse.nodes,
        }),
      };
  }
}
