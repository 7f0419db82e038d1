import "server-only";
import type { SystemAccess } from "#garden/api/local/local-garden-api.ts";
import { mastersGroup } from "#garden/api/rbac/user.ts";

/** gardenlet owns the status that controllers write, and the controller manager the rest. */
export const systemAccess: SystemAccess = {
  user: { name: "system:gardener", groups: [mastersGroup, "system:authenticated"] },
  managerOf: (subresource) => (subresource === "status" ? "gardenlet" : "gardener-controller-manager"),
};
