import type { PermissionReason, UserMembership } from "#lib/contract/explained-permissions.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "./format-list.ts";
import { projectRoleLabel } from "./project-role-descriptions.ts";

type Subject = Omit<UserMembership, "roles">;

/** A user, group or service account, as roles are bound to them. */
export function subjectLabel({ kind, name, namespace }: Subject): string {
  switch (kind) {
    case "User":
      return text("user {name}", { name });
    case "Group":
      return text("group {name}", { name });
    case "ServiceAccount":
      return text("service account {name} in {namespace}", { name, namespace: namespace ?? "" });
    default:
      return `${kind} ${name}`;
  }
}

/** Why the garden allows an action, as its API server says; `why` is undefined where it says nothing. */
export function describePermissionReason(why: PermissionReason | undefined): string {
  if (why === undefined) return text("The garden does not say why.");
  if (why.kind === "other") return text("The garden says: {reason}", { reason: why.text });
  const subject = subjectLabel(why.subject);
  if (why.projectRoles.length > 0) {
    return text("Project role {roles}, as {subject}", {
      roles: formatList(why.projectRoles.map(projectRoleLabel)),
      subject,
    });
  }
  const { role, binding } = why;
  // Most bindings have the name of what they bind, which once is enough.
  if (binding.name === role.name && binding.kind === `${role.kind}Binding`) {
    return text("{role}, bound to {subject}", { role: `${role.kind} ${role.name}`, subject });
  }
  return text("{role}, bound to {subject} by {binding}", {
    role: `${role.kind} ${role.name}`,
    subject,
    binding: `${binding.kind} ${binding.name}`,
  });
}
