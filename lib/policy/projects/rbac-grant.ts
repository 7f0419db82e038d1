import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";

/** The binding because of which RBAC allows a request, and what it binds. */
export interface RbacGrant {
  readonly binding: { readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly role: { readonly kind: string; readonly name: string };
  readonly subject: { readonly kind: string; readonly name: string; readonly namespace?: string };
}

const quoted = String.raw`("(?:[^"\\]|\\.)*")`;
const reasonPattern = new RegExp(
  `^RBAC: allowed by (ClusterRoleBinding|RoleBinding) ${quoted} of (\\w+) ${quoted} to (\\w+) ${quoted}$`,
);

/**
 * Parses the reason that the API server's RBAC authorizer gives for an allowed request; undefined for other texts, such
 * as those of an authorization webhook.
 * @source Kubernetes: plugin/pkg/auth/authorizer/rbac/rbac.go, pkg/registry/rbac/validation/rule.go
 */
export function parseRbacGrant(reason: string): RbacGrant | undefined {
  const [, kind, binding, roleKind, role, subjectKind, subject] = reasonPattern.exec(reason) ?? [];
  const names = [binding, role, subject].map((name) => parseJsonOrUndefined(name ?? ""));
  const [bindingName, roleName, subjectName] = names;
  if (kind === undefined || roleKind === undefined || subjectKind === undefined) return undefined;
  if (typeof bindingName !== "string" || typeof roleName !== "string" || typeof subjectName !== "string") {
    return undefined;
  }
  return {
    binding: { kind, ...(kind === "RoleBinding" ? splitName(bindingName) : { name: bindingName }) },
    role: { kind: roleKind, name: roleName },
    subject: {
      kind: subjectKind,
      ...(subjectKind === "ServiceAccount" ? splitName(subjectName) : { name: subjectName }),
    },
  };
}

/** Name and namespace of `name/namespace`, the order in which the authorizer writes them. */
function splitName(text: string): { readonly name: string; readonly namespace: string } {
  const at = text.lastIndexOf("/");
  return { name: text.slice(0, at), namespace: text.slice(at + 1) };
}
