/** A right to ask for: verb on a resource, in the garden or inside the Shoot's own cluster. */
export interface AccessRule {
  readonly verb: "get" | "create" | "update" | "patch" | "delete";
  readonly group: string;
  /** With its subresource: `shoots/adminkubeconfig`. */
  readonly resource: string;
  readonly where: "garden" | "shoot";
}

const gardener = "core.gardener.cloud";

export const patchShoots: AccessRule = { verb: "patch", group: gardener, resource: "shoots", where: "garden" };
const deleteShoots: AccessRule = { verb: "delete", group: gardener, resource: "shoots", where: "garden" };
const patchNodes: AccessRule = { verb: "patch", group: "", resource: "nodes", where: "shoot" };

/** What a person does with a Shoot and its companions, and the rights that the garden asks for it. */
export const accessRules = {
  annotate: [patchShoots],
  // The confirmation is an annotation, so deletion needs both.
  delete: [patchShoots, deleteShoots],
  "force-delete": [patchShoots],
  "admin-kubeconfig": [{ verb: "create", group: gardener, resource: "shoots/adminkubeconfig", where: "garden" }],
  "viewer-kubeconfig": [{ verb: "create", group: gardener, resource: "shoots/viewerkubeconfig", where: "garden" }],
  "change-seed": [{ verb: "update", group: gardener, resource: "shoots/binding", where: "garden" }],
  "create-bastion": [{ verb: "create", group: "operations.gardener.cloud", resource: "bastions", where: "garden" }],
  "read-secret": [{ verb: "get", group: "", resource: "secrets", where: "garden" }],
  "read-config-map": [{ verb: "get", group: "", resource: "configmaps", where: "garden" }],
  "patch-nodes": [patchNodes],
} as const satisfies Record<string, readonly AccessRule[]>;

export type AccessNeed = keyof typeof accessRules;

/** The roles of a project that Gardener itself defines. */
export type ProjectRole = "admin" | "viewer";

const anyVerb = new Set(["shoots", "secrets", "configmaps", "bastions", "credentialsbindings"]);
const readVerbs = new Set(["get", "list", "watch"]);

/**
 * Whether a project role carries a right in the garden. Only a hint for screens: the access review decides.
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
