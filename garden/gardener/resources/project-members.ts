import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { labelRule, subdomainRule } from "#garden/api/registry/object-meta.ts";
import type { MemberSubject, ProjectMember } from "#lib/garden/project.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { rolesOfMember, subjectOfMember } from "#lib/policy/projects/project-members.ts";

const rbac = "rbac.authorization.k8s.io";
const roles = ["admin", "owner", "serviceaccountmanager", "uam", "viewer"];
const extensionPrefix = "extension:";
const longestExtensionRole = 20;
const serviceAccountPrefix = "system:serviceaccount:";

/** Sets a project member's roles. @source Gardener: Convert_core_ProjectMember_To_v1beta1_ProjectMember */
export function withMemberRoles({ roles: _, ...member }: ProjectMember, held: readonly string[]): ProjectMember {
  const [role = "", ...others] = held;
  return { ...member, role, ...(others.length > 0 && { roles: others }) };
}

/**
 * Sets a user's or group's API group, and leaves empty texts out, as Go does.
 * @source Gardener: core/v1beta1/defaults_project.go, setDefaults_Subject
 */
export function withSubjectDefaults<Named extends MemberSubject>({ apiGroup, namespace, ...subject }: Named) {
  const isHuman = subject.kind === "User" || subject.kind === "Group";
  const group = apiGroup || (isHuman ? rbac : undefined);
  return { ...(group && { apiGroup: group }), ...subject, ...(namespace && { namespace }) };
}

/** Sets a project member's default role, viewer. @source Gardener: defaults_project.go, SetDefaults_ProjectMember */
export function withMemberDefaults(member: ProjectMember): ProjectMember {
  const held = rolesOfMember(member);
  // Members with duplicate roles are not changed, so that validation refuses them.
  if (new Set(held).size < held.length) return withSubjectDefaults(member);
  return withMemberRoles(withSubjectDefaults(member), held);
}

export function userSubject(name: string): MemberSubject {
  return { apiGroup: rbac, kind: "User", name };
}

/** Whether two subjects are equal in all fields. */
export function isSameSubject(one: MemberSubject, other: MemberSubject): boolean {
  const fields = ["apiGroup", "kind", "name", "namespace"] as const;
  return fields.every((field) => (one[field] ?? "") === (other[field] ?? ""));
}

/** Gives the member role `owner` to a project's owner only. @source Gardener: pkg/apiserver/registry/core/project */
export function withOwnersRole(members: readonly ProjectMember[], owner: MemberSubject): readonly ProjectMember[] {
  return members.map((member) => {
    const held = rolesOfMember(member);
    // The namespace of a service account is ignored here.
    if (!isSameSubject({ ...subjectOfMember(member), namespace: "" }, { ...owner, namespace: "" })) {
      return withMemberRoles(
        member,
        held.filter((role) => role !== "owner"),
      );
    }
    return held.includes("owner") ? member : withMemberRoles(member, [...held, "owner"]);
  });
}

/** Validates the members of a project. @source Gardener: pkg/api/core/validation/project.go, ValidateProjectSpec */
export function validateProjectMembers(members: readonly ProjectMember[]): readonly KubeStatusCause[] {
  const causes: KubeStatusCause[] = [];
  const known = new Set<string>();
  let owners = 0;
  for (const [index, member] of members.entries()) {
    const path = `spec.members[${index}]`;
    const identity = identityOf(member);
    if (identity === undefined) {
      causes.push(
        fieldErrorCause(
          "Invalid",
          `${path}.name`,
          `${quoted(member.name)}: unsupported service account user name: ${quoted(member.name)}`,
        ),
      );
      continue;
    }
    if (known.has(identity))
      causes.push(fieldErrorCause("Duplicate", path, `${quoted(member.name)}: is a member already`));
    known.add(identity);
    causes.push(...validateMemberSubject(member, path));
    const held = rolesOfMember(member);
    causes.push(...held.flatMap((role, at) => roleCauses(role, `${path}.roles[${at}]`, held.indexOf(role) < at)));
    for (const [at, role] of held.entries()) {
      if (role !== "owner" || ++owners === 1) continue;
      causes.push(
        fieldErrorCause("Forbidden", `${path}.roles[${at}]`, "cannot have more than one member having the owner role"),
      );
    }
  }
  return causes;
}

const quoted = (text: string | undefined): string => JSON.stringify(text ?? "");

/** Name for finding duplicate members; a service account may be listed as a user. Undefined if incomplete. */
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
    ...(isRepeated ? [fieldErrorCause("Duplicate", path, quoted(role))] : []),
    ...(isExtension || roles.includes(role)
      ? []
      : [fieldErrorCause("NotSupported", path, `${quoted(role)}: supported values: ${supported}`)]),
    ...(isExtension && Buffer.byteLength(own) > longestExtensionRole
      ? [fieldErrorCause("TooLong", path, `may not be more than ${longestExtensionRole} bytes`)]
      : []),
    ...(isExtension && pathSegmentErrors(own).length > 0
      ? [fieldErrorCause("Invalid", path, `${quoted(role)}: ${pathSegmentErrors(own).join(", ")}`)]
      : []),
  ];
}

/** @source Kubernetes: apimachinery pkg/api/validation/path/name.go, IsValidPathSegmentName */
function pathSegmentErrors(name: string): readonly string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return ["/", "%"]
    .filter((character) => name.includes(character))
    .map((character) => `may not contain '${character}'`);
}

/** Validates the subject of a project member or owner. @source Gardener: core/validation/project.go, ValidateSubject */
export function validateMemberSubject(
  { apiGroup, kind, name, namespace }: MemberSubject,
  path: string,
): readonly KubeStatusCause[] {
  const nameless = name ? [] : [fieldErrorCause("Required", `${path}.name`)];
  const notSupported = (field: string, value: string | undefined, ...supported: readonly string[]) =>
    fieldErrorCause(
      "NotSupported",
      `${path}.${field}`,
      `${quoted(value)}: supported values: ${supported.map(quoted).join(", ")}`,
    );
  switch (kind) {
    case "ServiceAccount":
      return [
        ...nameless,
        ...(name && !isDns1123Subdomain(name)
          ? [fieldErrorCause("Invalid", `${path}.name`, `${quoted(name)}: ${subdomainRule}`)]
          : []),
        ...(apiGroup ? [notSupported("apiGroup", apiGroup, "")] : []),
        ...(namespace ? [] : [fieldErrorCause("Required", `${path}.namespace`)]),
        ...(namespace && !isDns1123Label(namespace)
          ? [fieldErrorCause("Invalid", `${path}.namespace`, `${quoted(namespace)}: ${labelRule}`)]
          : []),
      ];
    case "User":
    case "Group":
      return [
        ...nameless,
        ...(apiGroup === rbac ? [] : [notSupported("apiGroup", apiGroup, rbac)]),
        ...(namespace
          ? [fieldErrorCause("Forbidden", `${path}.namespace`, "must not be set when kind is User or Group")]
          : []),
      ];
    default:
      return [...nameless, notSupported("kind", kind, "ServiceAccount", "User", "Group")];
  }
}
