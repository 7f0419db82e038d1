import type { MemberSubject, ProjectMember } from "#lib/garden/project.ts";

/** API group of users and groups as project members; service accounts have none. */
const rbac = "rbac.authorization.k8s.io";

/**
 * All roles of a member: `role` first, then those of `roles` without it. A member without roles is a viewer.
 * @source Gardener: pkg/apis/core/v1beta1, defaults_project.go, SetDefaults_ProjectMember, and conversions.go
 */
export function rolesOfMember({ role, roles: others }: Pick<ProjectMember, "role" | "roles">): readonly string[] {
  if (!role) return others?.length ? others : ["viewer"];
  return [role, ...(others ?? []).filter((other) => other !== role)];
}

/** A member with these roles, in the fields in which the API server keeps them. */
export function memberWithRoles(subject: MemberSubject, held: readonly string[]): ProjectMember {
  const [role, ...others] = held;
  return { ...subject, ...(role !== undefined && { role }), ...(others.length > 0 && { roles: others }) };
}

/** The subject of a member, without its roles. */
export function subjectOfMember({ role: _role, roles: _roles, ...subject }: ProjectMember): MemberSubject {
  return subject;
}

/** The subject of a user, a group, or a service account, as Projects name it. */
export function subjectOf(kind: string, name: string, namespace?: string): MemberSubject {
  if (kind === "User" || kind === "Group") return { apiGroup: rbac, kind, name };
  return { kind, name, ...(namespace !== undefined && { namespace }) };
}

const serviceAccountPrefix = "system:serviceaccount:";

/**
 * A text that is equal for subjects that are the same person or robot: a service account can also be named as a user.
 * @source Gardener: pkg/api/core/validation/project.go, ValidateProjectSpec
 */
export function subjectKey({ kind, name, namespace }: MemberSubject): string {
  if (kind === "User" && name.startsWith(serviceAccountPrefix)) {
    const [of, account] = name.slice(serviceAccountPrefix.length).split(":", 2);
    return JSON.stringify(["ServiceAccount", of, account]);
  }
  return JSON.stringify([kind, kind === "ServiceAccount" ? namespace : "", name]);
}

/**
 * Whether a subject is a person or a group, whose membership needs the verb `manage-members`. A service account that is
 * named as a user is none.
 * @source Gardener: plugin/pkg/global/customverbauthorizer/admission.go, isServiceAccountSubject
 */
export function isHuman({ kind, name }: Pick<MemberSubject, "kind" | "name">): boolean {
  return kind === "Group" || (kind === "User" && !name.startsWith(serviceAccountPrefix));
}
