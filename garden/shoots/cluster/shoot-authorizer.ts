import "server-only";
import {
  type Authorizer,
  allPermissionRules,
  type PolicyRule,
  type ResourceRequest,
} from "#garden/api/rbac/authorizer.ts";
import type { User } from "#garden/api/rbac/user.ts";

const admins: readonly string[] = ["gardener.cloud:system:admins", "gardener.cloud:project:admins"];
const viewers: readonly string[] = ["gardener.cloud:system:viewers", "gardener.cloud:project:viewers"];

const reading = ["get", "list", "watch"];
const secretResource = "secrets";
const selfReviews = ["selfsubjectaccessreviews", "selfsubjectrulesreviews", "selfsubjectreviews"];
const readable = [
  "nodes",
  "pods",
  "namespaces",
  "events",
  "configmaps",
  "serviceaccounts",
  "daemonsets",
  "deployments",
];

const viewerRules: readonly PolicyRule[] = [
  { verbs: reading, apiGroups: ["", "apps"], resources: readable, resourceNames: [], nonResourceURLs: [] },
  { verbs: ["get"], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ["*"] },
];

/**
 * Authorizes users of an admin or viewer kubeconfig in a Shoot: admins can do everything, viewers read all but secrets.
 * @source Gardener docs, shoot_access
 */
export const shootAuthorizer: Authorizer = {
  mayResource(user, request) {
    if (isOf(user, admins)) return { allowed: true, reason: "admin of the Shoot" };
    const asks = request.verb === "create" && selfReviews.includes(request.resource);
    return { allowed: asks || (isOf(user, viewers) && isReading(request)), reason: "" };
  },
  mayPath: (user, { verb }) => ({
    allowed: isOf(user, admins) || (isOf(user, viewers) && verb === "get"),
    reason: "",
  }),
  rulesFor(user) {
    if (isOf(user, admins)) return allPermissionRules;
    return isOf(user, viewers) ? viewerRules : [];
  },
};

function isReading({ verb, resource }: ResourceRequest): boolean {
  return reading.includes(verb) && resource !== secretResource;
}

function isOf({ groups }: User, wanted: readonly string[]): boolean {
  return groups.some((group) => wanted.includes(group));
}
