/** Roles that every garden has, as a project's members get them. `owner` follows from `spec.owner`. */
export const projectRoles = ["owner", "admin", "viewer", "uam", "serviceaccountmanager"] as const;
export type ProjectRole = (typeof projectRoles)[number];

/** Roles that can be given to a member; the role `owner` is the server's to give. */
export const grantableRoles = ["admin", "viewer", "uam", "serviceaccountmanager"] as const satisfies ProjectRole[];

const extensionPrefix = "extension:";
const longestExtensionRoleBytes = 20;

/** The name of an extension role, `deployer` of `extension:deployer`; undefined for other roles. */
export function extensionRoleOf(role: string): string | undefined {
  return role.startsWith(extensionPrefix) ? role.slice(extensionPrefix.length) : undefined;
}

/**
 * Whether the garden accepts a role of a member.
 * @source Gardener: pkg/api/core/validation/project.go, ValidateProjectMember
 */
export function isProjectRole(role: string): boolean {
  const extension = extensionRoleOf(role);
  if (extension === undefined) return projectRoles.some((each) => each === role);
  const isPathSegment = extension !== "." && extension !== ".." && !/[/%]/.test(extension);
  return isPathSegment && new TextEncoder().encode(extension).length <= longestExtensionRoleBytes;
}
