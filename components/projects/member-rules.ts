import type { ShownMember, ShownProject } from "#lib/contract/project/projects.ts";
import { text } from "#lib/language/text.ts";
import { isHuman } from "#lib/policy/projects/project-members.ts";
import { grantableRoles } from "#lib/policy/projects/project-roles.ts";

/** Why the user cannot change members of this kind; undefined if it is possible. */
export function whyNoMemberChange({ rights }: ShownProject, member: Pick<ShownMember, "kind" | "name">) {
  if (rights.change === false && rights.manageMembers !== true)
    return text("You are not allowed to change this project.");
  if (isHuman(member) && rights.manageMembers === false)
    return text("People and groups are managed by the owner and by user access managers.");
  return undefined;
}

/** Roles that can be given to members of the project: those of Gardener, and extension roles that members have. */
export function offeredRolesOf({ members }: Pick<ShownProject, "members">): readonly string[] {
  const others = members.flatMap(({ roles }) => roles).filter((role) => role.startsWith("extension:"));
  return [...new Set<string>([...grantableRoles, ...others])];
}
