import "server-only";
import {
  type Authorizer,
  allPermissionRules,
  type PolicyRule,
  type ResourceRequest,
} from "#garden/api/rbac/authorizer.ts";
import type { User } from "#garden/api/rbac/user.ts";
import { verbsOf } from "#garden/api/registry/resource-definition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shootResourceRegistry } from "./shoot-definitions.ts";

const admins: readonly string[] = ["gardener.cloud:system:admins", "gardener.cloud:project:admins"];
const viewers: readonly string[] = ["gardener.cloud:system:viewers", "gardener.cloud:project:viewers"];

const reading = ["get", "list", "watch"];
const alwaysEncrypted = "secrets";
const selfReviews = ["selfsubjectaccessreviews", "selfsubjectrulesreviews", "selfsubjectreviews"];

/** Paths that every authenticated user may read. @source Kubernetes: ClusterRole `system:discovery` */
const discoveryPaths = [
  "/api",
  "/api/*",
  "/apis",
  "/apis/*",
  "/healthz",
  "/livez",
  "/openapi",
  "/openapi/*",
  "/readyz",
  "/version",
  "/version/",
];

/**
 * Authorizes users of an admin or viewer kubeconfig in a Shoot: admins can do everything; viewers read the resources that
 * the API server serves, except for the encrypted ones, and no other paths than those of discovery.
 * @source Gardener: pkg/component/shoot/system/system.go, readOnlyClusterRole
 */
export function createShootAuthorizer(shootOf: () => Shoot | undefined): Authorizer {
  const encrypted = (): ReadonlySet<string> => {
    const asked = shootOf()?.spec.kubernetes.kubeAPIServer?.encryptionConfig?.resources ?? [];
    return new Set([alwaysEncrypted, ...asked.map((name) => name.replace(/\.$/, ""))]);
  };

  function mayRead({ verb, group, resource, subresource }: ResourceRequest): boolean {
    if (!reading.includes(verb) || subresource !== undefined) return false;
    return isServed(group, resource) && !encrypted().has(group === "" ? resource : `${resource}.${group}`);
  }

  function viewerRules(): readonly PolicyRule[] {
    const hidden = encrypted();
    const readable = shootResourceRegistry.definitions.filter(
      ({ resource: { group, plural } }) =>
        isServed(group, plural) && !hidden.has(group === "" ? plural : `${plural}.${group}`),
    );
    const byGroup = Map.groupBy(readable, ({ resource }) => resource.group);
    const rules = [...byGroup].map(([group, definitions]) => ({
      verbs: reading,
      apiGroups: [group],
      resources: definitions.map(({ resource }) => resource.plural).sort(),
      resourceNames: [],
      nonResourceURLs: [],
    }));
    return [
      ...rules,
      { verbs: ["get"], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: discoveryPaths },
    ];
  }

  return {
    mayResource(user, request) {
      if (isOf(user, admins)) return { allowed: true, reason: "admin of the Shoot" };
      const asks = request.verb === "create" && selfReviews.includes(request.resource);
      return { allowed: asks || (isOf(user, viewers) && mayRead(request)), reason: "" };
    },
    mayPath: (user, { verb, path }) => ({
      allowed: isOf(user, admins) || (verb === "get" && isDiscovery(path)),
      reason: "",
    }),
    rulesFor(user) {
      if (isOf(user, admins)) return allPermissionRules;
      return isOf(user, viewers) ? viewerRules() : [];
    },
  };
}

function isServed(group: string, plural: string): boolean {
  return shootResourceRegistry.definitions.some(
    (definition) =>
      definition.resource.group === group &&
      definition.resource.plural === plural &&
      verbsOf(definition).some((verb) => reading.includes(verb)),
  );
}

function isDiscovery(path: string): boolean {
  return discoveryPaths.some((known) => (known.endsWith("*") ? path.startsWith(known.slice(0, -1)) : path === known));
}

function isOf({ groups }: User, wanted: readonly string[]): boolean {
  return groups.some((group) => wanted.includes(group));
}
