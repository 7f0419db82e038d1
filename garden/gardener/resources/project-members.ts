import "server-only";
import { fieldCause } from "#garden/api/errors/api-error.ts";
import type { MemberSubject, ProjectMember } from "#lib/garden/project.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";

const rbac = "rbac.authorization.k8s.io";
const roles = ["admin", "owner", "serviceaccountmanager", "uam", "viewer"];
const extensionPrefix = "extension:";
const longestExtensionRole = 20;
const serviceAccountPrefix = "system:serviceaccount:";

/** All roles of a member: `role` is the first one and not repeated in `roles`. */
export function rolesOf({ role, roles: others }: ProjectMember): readonly string[] {
  if (!role) return others ?? [];
  return [role, ...(others ?? []).filter((other) => other !== role)];
}

/** @source Gardener: pkg/apis/core/v1beta1/conversions.go, Convert_core_ProjectMember_To_v1beta1_ProjectMember */
export function withRoles({ roles: _, ...member }: ProjectMember, held: readonly string[]): ProjectMember {
  const [role = "", ...others] = held;
  return { ...member, role, ...(others.length > 0 && { roles: others }) };
}

/** @source Gardener: pkg/apis/core/v1beta1/defaults_project.go, setDefaults_Subject */
export function defaultSubject<Named extends MemberSubject>(subject: Named): Named {
  const isHuman = subject.kind === "User" || subject.kind === "Group";
  return isHuman && !subject.apiGroup ? { ...subject, apiGroup: rbac } : subject;
}

/** The default is viewer. @source Gardener: pkg/apis/core/v1beta1/defaults_project.go, SetDefaults_ProjectMember */
export function defaultMember(member: ProjectMember): ProjectMember {
  const held = rolesOf(member);
  // Duplicate roles are left for validation to refuse.
  if (new Set(held).size < held.length) return defaultSubject(member);
  return withRoles(defaultSubject(member), held.length > 0 ? held : ["viewer"]);
}

export function userSubject(name: string): MemberSubject {
  return { apiGroup: rbac, kind: "User", name };
}

/** The subject of a member, without its roles. */
export function subjectOf({ role: _role, roles: _roles, ...subject }: ProjectMember): MemberSubject {
  return subject;
}

/** Whether two subjects are equal in all fields. */
export function isSameSubject(one: MemberSubject, other: MemberSubject): boolean {
  const fields = ["apiGroup", "kind", "name", "namespace"] as const;
  return fields.every((field) => (one[field] ?? "") === (other[field] ?? ""));
}

/** Gives the role `owner` to the owner only. @source Gardener: pkg/apiserver/registry/core/project, Canonicalize */
export function withOwnersRole(members: readonly ProjectMember[], owner: MemberSubject): readonly ProjectMember[] {
  return members.map((member) => {
    const held = rolesOf(member);
    // The namespace of a service account is ignored here.
    if (!isSameSubject({ ...subjectOf(member), namespace: "" }, { ...owner, namespace: "" })) {
      return withRoles(
        member,
        held.filter((role) => role !== "owner"),
      );
    }
    return held.includes("owner") ? member : withRoles(member, [...held, "owner"]);
  });
}

/** @source Gardener: pkg/api/core/validation/project.go, ValidateProjectSpec */
export function memberCauses(members: readonly ProjectMember[]): readonly KubeStatusCause[] {
  const causes: KubeStatusCause[] = [];
  const known = new Set<string>();
  let owners = 0;
  for (const [index, member] of members.entries()) {
    const path = `spec.members[${index}]`;
    const identity = identityOf(member);
    if (identity === undefined) {
      causes.push(fieldCause("Invalid", `${path}.name`, `${quoted(member.name)}: is no name of a service account`));
      continue;
    }
    if (known.has(identity)) causes.push(fieldCause("Duplicate", path, `${quoted(member.name)}: is a member already`));
    known.add(identity);
    causes.push(...subjectCauses(member, path));
    const held = rolesOf(member);
    causes.push(...held.flatMap((role, at) => roleCauses(role, `${path}.roles[${at}]`, held.indexOf(role) < at)));
    for (const [at, role] of held.entries()) {
      if (role !== "owner" || ++owners === 1) continue;
      causes.push(
        fieldCause("Forbidden", `${path}.roles[${at}]`, "cannot have more than one member having the owner role"),
      );
    }
  }
  return causes;
}

const quoted = (text: string | undefined): string => JSON.stringify(text ?? "");

/** Identity of a member; a service account can also be given as a user. Undefined if such a name is incomplete. */
function identityOf({ apiGroup = "", kind, namespace = "", name }: ProjectMember): string | undefined {
  if (kind !== "User" || !name?.startsWith(serviceAccountPrefix))
    return JSON.stringify([apiGroup, kind, namespace, name]);
  const [, , of, account] = name.split(":");
  return account === undefined ? undefined : JSON.stringify(["", "ServiceAccount", of, account]);
}

function roleCauses(role: string, path: string, isRepeated: boolean): readonly KubeStatusCause[] {
  const isExtension = role.startsWith(extensionPrefix);
  const own = role.slice(extensionPrefix.length);
  const supported = [...roles, `${extensionPrefix}*`].map(quoted).join(", ");
  return [
    ...(isRepeated ? [fieldCause("Duplicate", path, quoted(role))] : []),
    ...(isExtension || roles.includes(role)
      ? []
      : [fieldCause("NotSupported", path, `${quoted(role)}: supported values: ${supported}`)]),
    ...(isExtension && own.length > longestExtensionRole
      ? [fieldCause("TooLong", path, `may not be more than ${longestExtensionRole} bytes`)]
      : []),
    ...(isExtension && (own === "." || own === ".." || /[/%]/.test(own))
      ? [fieldCause("Invalid", path, `${quoted(role)}: cannot be part of a name`)]
      : []),
  ];
}

/** @source Gardener: pkg/api/core/validation/project.go, ValidateSubject */
export function subjectCauses(
  { apiGroup, kind, name, namespace }: MemberSubject,
  path: string,
): readonly KubeStatusCause[] {
  const nameless = name ? [] : [fieldCause("Required", `${path}.name`, "must be set")];
  switch (kind) {
    case "ServiceAccount":
      return [
        ...nameless,
        ...(name && !isDns1123Subdomain(name) ? [fieldCause("Invalid", `${path}.name`, quoted(name))] : []),
        ...(apiGroup ? [fieldCause("NotSupported", `${path}.apiGroup`, quoted(apiGroup))] : []),
        ...(namespace ? [] : [fieldCause("Required", `${path}.namespace`, "must be set")]),
        ...(namespace && !isDns1123Label(namespace)
          ? [fieldCause("Invalid", `${path}.namespace`, quoted(namespace))]
          : []),
      ];
    case "User":
    case "Group":
      return [
        ...nameless,
        ...(apiGroup === rbac ? [] : [fieldCause("NotSupported", `${path}.apiGroup`, quoted(apiGroup))]),
        ...(namespace
          ? [fieldCause("Forbidden", `${path}.namespace`, "must not be set when kind is User or Group")]
          : []),
      ];
    default:
      return [...nameless, fieldCause("NotSupported", `${path}.kind`, quoted(kind))];
  }
}
