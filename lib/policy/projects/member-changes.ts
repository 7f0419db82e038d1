import type { MemberSubject, ProjectMember } from "#lib/garden/project.ts";
import { isHuman, rolesOfMember, subjectKey } from "./project-members.ts";

/** The members and the owner of a project, before or after a change. */
export interface ProjectPeople {
  readonly owner: MemberSubject | undefined;
  readonly members: readonly ProjectMember[];
}

/**
 * Whether a change of members needs the verb `manage-members`: adding or removing people or groups, changing their
 * roles, or naming another owner, also the same one in another spelling. Service accounts do not count.
 * @source Gardener: plugin/pkg/global/customverbauthorizer/admission.go, mustCheckProjectMembers
 */
export function needsManageMembers(before: ProjectPeople, after: ProjectPeople): boolean {
  const isOtherOwner = before.owner && after.owner && !isSameSpelling(before.owner, after.owner);
  // The server itself adds the owner as a member, so the owner's roles do not count.
  const owner = after.owner && subjectKey(after.owner);
  return Boolean(isOtherOwner) || humanRolesOf(before, owner) !== humanRolesOf(after, owner);
}

function humanRolesOf({ members }: ProjectPeople, except: string | undefined): string {
  const held = members.filter((member) => isHuman(member) && subjectKey(member) !== except);
  // The server takes the role `owner` away from all others before it compares.
  const rolesOf = (member: ProjectMember) => rolesOfMember(member).filter((role) => role !== "owner");
  return JSON.stringify(held.map((member) => `${subjectKey(member)} ${rolesOf(member).sort()}`).sort());
}

function isSameSpelling(one: MemberSubject, other: MemberSubject): boolean {
  return one.kind === other.kind && subjectKey(one) === subjectKey(other);
}

/** A consequence of a change of members that whoever makes it should know before. */
export type MemberChangeWarning =
  | { readonly kind: "no-admin-left" }
  | { readonly kind: "nobody-manages-members" }
  | { readonly kind: "removes-yourself" }
  | { readonly kind: "takes-your-roles"; readonly roles: readonly string[] };

const changingRoles = ["owner", "admin"];
const managingRoles = ["owner", "uam"];

/** @param isYou whether a member stands for the user, by name, by group, or as a service account */
export function findMemberChangeWarnings(
  before: ProjectPeople,
  after: ProjectPeople,
  isYou: (subject: MemberSubject) => boolean,
): readonly MemberChangeWarning[] {
  const isHeld = (people: ProjectPeople, roles: readonly string[]) => holds(people, roles, () => true);
  const [mine, left] = [rolesHeldBy(before, isYou), rolesHeldBy(after, isYou)];
  const lost = mine.filter((role) => !left.includes(role));
  return [
    ...(isHeld(before, changingRoles) && !isHeld(after, changingRoles) ? [{ kind: "no-admin-left" } as const] : []),
    ...(isHeld(before, managingRoles) && !isHeld(after, managingRoles)
      ? [{ kind: "nobody-manages-members" } as const]
      : []),
    ...(lost.length > 0 && left.length === 0 ? [{ kind: "removes-yourself" } as const] : []),
    ...(lost.length > 0 && left.length > 0 ? [{ kind: "takes-your-roles", roles: lost } as const] : []),
  ];
}

function holds(people: ProjectPeople, roles: readonly string[], counts: (subject: MemberSubject) => boolean): boolean {
  const held = rolesHeldBy(people, (subject) => isHuman(subject) && counts(subject));
  return roles.some((role) => held.includes(role));
}

/** The roles that these subjects hold together; whoever owns the project holds the role `owner`. */
export function rolesHeldBy(
  { owner, members }: ProjectPeople,
  counts: (subject: MemberSubject) => boolean,
): readonly string[] {
  const ownerKey = owner && subjectKey(owner);
  const held = members.flatMap((member) => {
    if (!counts(member)) return [];
    return rolesOfMember(member).filter((role) => role !== "owner" || subjectKey(member) === ownerKey);
  });
  return [...new Set([...(owner && counts(owner) ? ["owner"] : []), ...held])];
}
