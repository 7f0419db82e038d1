import "server-only";
import type { SystemAccess } from "#garden/api/local/local-garden-api.ts";
import { mastersGroup } from "#garden/api/rbac/user.ts";

/** The status that controllers write belongs to gardenlet, everything else to the controller manager. */
export const systemAccess: SystemAccess = {
  user: { name: "system:gardener", groups: [mastersGroup, "system:authenticated"] },
  managerOf: (subresource) => (subresource === "status" ? "gardenlet" : "gardener-controller-manager"),
};
