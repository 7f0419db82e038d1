import type { MemberSubject, Project } from "#lib/garden/project.ts";
import { rolesOfMember, subjectKey } from "./project-members.ts";
import type { RbacGrant } from "./rbac-grant.ts";

const systemPrefix = "gardener.cloud:system:";

/** Roles of members whom Gardener puts into the RoleBinding of this name in the project's namespace. */
const rolesInNamespace: Readonly<Record<string, readonly string[]>> = {
  "project-member": ["owner", "admin"],
  "project-viewer": ["viewer"],
  "project-serviceaccountmanager": ["owner", "serviceaccountmanager"],
};

/** Roles of members whom Gardener puts into the ClusterRoleBinding of this name, for the Project object itself. */
const rolesOnProject: Readonly<Record<string, readonly string[]>> = {
  project: ["owner"],
  "project-uam": ["uam"],
  "project-member": ["owner", "admin"],
  "project-viewer": ["viewer"],
};

/**
 * The project roles of the grant's subject because of which Gardener made the binding. Empty for bindings that are not
 * Gardener's, and for those of members who have been removed.
 * @source Gardener: pkg/component/garden/projectrbac
 */
export function projectRolesBehindGrant({ binding, subject }: RbacGrant, project: Project): readonly string[] {
  const leading = rolesLeadingTo(binding, project);
  return rolesOfSubject(subject, project).filter((role) => leading.includes(role));
}

function rolesLeadingTo({ kind, name, namespace }: RbacGrant["binding"], project: Project): readonly string[] {
  const projectName = project.metadata.name;
  if (kind === "ClusterRoleBinding") {
    const [role, ...more] = name.startsWith(systemPrefix) ? name.slice(systemPrefix.length).split(":") : [];
    return more.join(":") === projectName ? (rolesOnProject[role ?? ""] ?? []) : [];
  }
  if (namespace !== project.spec.namespace) return [];
  const extension = `gardener.cloud:extension:project:${projectName}:`;
  if (name.startsWith(extension)) return [`extension:${name.slice(extension.length)}`];
  return name.startsWith(systemPrefix) ? (rolesInNamespace[name.slice(systemPrefix.length)] ?? []) : [];
}

/** All roles that a subject has in a project; the owner has the role `owner`, also without an entry as a member. */
export function rolesOfSubject(subject: MemberSubject, { spec: { owner, members } }: Project): readonly string[] {
  const key = subjectKey(subject);
  const entries = (members ?? []).filter((member) => subjectKey(member) === key).flatMap(rolesOfMember);
  const isOwner = owner != null && subjectKey(owner) === key;
  return [...new Set(isOwner ? ["owner", ...entries] : entries)];
}
