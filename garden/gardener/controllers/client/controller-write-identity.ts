import "server-only";
import type { SystemWriteIdentity } from "#garden/api/local/local-garden-api.ts";
import { mastersGroup } from "#garden/api/rbac/user.ts";

/** User and field managers of controllers: gardenlet for the status, gardener-controller-manager for other fields. */
export const controllerWriteIdentity: SystemWriteIdentity = {
  user: { name: "system:gardener", groups: [mastersGroup, "system:authenticated"] },
  managerOf: (subresource) => (subresource === "status" ? "gardenlet" : "gardener-controller-manager"),
};
