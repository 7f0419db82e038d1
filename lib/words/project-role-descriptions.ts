import { type Message, message, text } from "#lib/language/text.ts";
import type { MemberChangeWarning } from "#lib/policy/projects/member-changes.ts";
import { extensionRoleOf, type ProjectRole, projectRoles } from "#lib/policy/projects/project-roles.ts";
import { formatList } from "./format-list.ts";

const roleLabels: Readonly<Record<ProjectRole, Message>> = {
  owner: message("Owner"),
  admin: message("Admin"),
  viewer: message("Viewer"),
  uam: message("User access manager"),
  serviceaccountmanager: message("Service account manager"),
};

const roleDescriptions: Readonly<Record<ProjectRole, Message>> = {
  owner: message("Everything in the project, also its members. Each project has one owner."),
  admin: message("Changes clusters, accounts and secrets. Adds service accounts, but no people."),
  viewer: message("Reads clusters, but no secrets. Gets kubeconfigs that read."),
  uam: message("Adds and removes people and groups. Sees no clusters."),
  serviceaccountmanager: message(
    "Manages service accounts and requests their tokens, also of those with more permissions.",
  ),
};

function knownRole(role: string): ProjectRole | undefined {
  return projectRoles.find((each) => each === role);
}

/** The name of a role; a role that is newer than this build is returned unchanged. */
export function projectRoleLabel(role: string): string {
  const known = knownRole(role);
  if (known !== undefined) return text(roleLabels[known]);
  return extensionRoleOf(role) ?? role;
}

/** What a role allows, in a sentence. */
export function describeProjectRole(role: string): string {
  const known = knownRole(role);
  return known === undefined ? text("Allows what the garden's extensions define.") : text(roleDescriptions[known]);
}

/** What a change of members leads to, in a sentence. */
export function describeMemberChangeWarning(warning: MemberChangeWarning): string {
  switch (warning.kind) {
    case "no-admin-left":
      return text("No person is left who can change the clusters of the project.");
    case "nobody-manages-members":
      return text("No person is left who can add people to the project.");
    case "removes-yourself":
      return text("You remove yourself, and lose access to the project unless a group of yours is a member.");
    case "takes-your-roles":
      return text("You take a role from yourself: {roles}.", {
        roles: formatList(warning.roles.map(projectRoleLabel)),
      });
  }
}
