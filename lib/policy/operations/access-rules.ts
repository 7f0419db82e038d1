/** A permission to check: verb on a resource, in the garden or inside the Shoot cluster. */
export interface AccessRule {
  readonly verb: "get" | "create" | "update" | "patch" | "delete";
  readonly group: string;
  /** Name of the resource with its subresource, such as `shoots/adminkubeconfig`. */
  readonly resource: string;
  readonly where: "garden" | "shoot";
}

const gardener = "core.gardener.cloud";

export const patchShootsRule: AccessRule = { verb: "patch", group: gardener, resource: "shoots", where: "garden" };
const deleteShoots: AccessRule = { verb: "delete", group: gardener, resource: "shoots", where: "garden" };
const patchNodes: AccessRule = { verb: "patch", group: "", resource: "nodes", where: "shoot" };

/** Permissions needed for each kind of action on a Shoot and its related objects. */
export const accessRules = {
  annotate: [patchShootsRule],
  // The confirmation of a deletion is an annotation, so deletion needs both permissions.
  delete: [patchShootsRule, deleteShoots],
  "force-delete": [patchShootsRule],
  "admin-kubeconfig": [{ verb: "create", group: gardener, resource: "shoots/adminkubeconfig", where: "garden" }],
  "viewer-kubeconfig": [{ verb: "create", group: gardener, resource: "shoots/viewerkubeconfig", where: "garden" }],
  "change-seed": [{ verb: "update", group: gardener, resource: "shoots/binding", where: "garden" }],
  "create-bastion": [{ verb: "create", group: "operations.gardener.cloud", resource: "bastions", where: "garden" }],
  "read-secret": [{ verb: "get", group: "", resource: "secrets", where: "garden" }],
  "read-config-map": [{ verb: "get", group: "", resource: "configmaps", where: "garden" }],
  "patch-nodes": [patchNodes],
} as const satisfies Record<string, readonly AccessRule[]>;

export type AccessRuleName = keyof typeof accessRules;

/** Project roles defined by Gardener itself. */
export type ProjectRole = "admin" | "viewer";

const anyVerb = new Set(["shoots", "secrets", "configmaps", "bastions", "credentialsbindings"]);
const readVerbs = new Set(["get", "list", "watch"]);

/**
 * Whether a project role includes a permission in the garden. Only a UI hint: the API server's access review decides.
 * @source Gardener: pkg/component/garden/system/virtual/virtual.go (project-member, project-viewer)
 */
export function projectRoleAllows(role: ProjectRole, rule: AccessRule): boolean {
  if (rule.where === "shoot") return role === "admin";
  switch (rule.resource) {
    case "shoots/adminkubeconfig":
      return role === "admin" && rule.verb === "create";
    case "shoots/viewerkubeconfig":
      return rule.verb === "create";
    case "secrets":
      return role === "admin";
    default:
      return anyVerb.has(rule.resource) && (role === "admin" || readVerbs.has(rule.verb));
  }
}
