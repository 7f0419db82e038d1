import "server-only";
import type { MemberSubject, Project } from "#lib/garden/project.ts";
import type { UserIdentity } from "./access-reviews.ts";

/**
 * Whether a user is the owner or a member of a project, by name, by group, or as a service account.
 * @source Gardener docs, usage/project/projects (members and owner)
 */
export function isMember(project: Project, identity: UserIdentity): boolean {
  const { owner, members } = project.spec;
  const subjects: readonly (MemberSubject | null)[] = [owner ?? null, ...(members ?? [])];
  return subjects.some((subject) => subject !== null && matchesRbacSubject(subject, identity));
}

/** Roles that can change the Shoots of a project. @source Gardener docs, usage/project/projects (project roles) */
const changingRoles: readonly string[] = ["admin", "owner"];

/** Whether a user owns a project, or is a member with a role that can change its Shoots. */
export function canMemberChangeShoots({ spec: { owner, members } }: Project, identity: UserIdentity): boolean {
  if (owner && matchesRbacSubject(owner, identity)) return true;
  return (members ?? []).some(
    (member) =>
      matchesRbacSubject(member, identity) &&
      [member.role ?? "", ...(member.roles ?? [])].some((role) => changingRoles.includes(role)),
  );
}

/** Whether an RBAC subject matches this user. */
export function matchesRbacSubject(subject: MemberSubject, { name, groups }: UserIdentity): boolean {
  switch (subject.kind) {
    case "User":
      return subject.name === name;
    case "Group":
      return groups.includes(subject.name);
    case "ServiceAccount":
      return name === `system:serviceaccount:${subject.namespace ?? ""}:${subject.name}`;
    default:
      return false;
  }
}

/** A text that changes whenever the project's members, or its fields that users are shown, may have changed. */
export function membershipFingerprint({ metadata, spec }: Project): string {
  const members = (spec.members ?? []).map((member) => [
    member.kind,
    member.namespace,
    member.name,
    member.roles,
    member.role,
  ]);
  return JSON.stringify([metadata.uid, spec.namespace, spec.description, spec.owner, members]);
}
