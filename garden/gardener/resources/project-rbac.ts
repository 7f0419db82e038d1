import "server-only";
import {
  type PolicyRule,
  type RbacSubject,
  type Role,
  type RoleBinding,
  roleBindingObject,
  roleObject,
} from "#garden/api/core/core-objects.ts";
import type { MemberSubject, Project } from "#lib/garden/project.ts";
import type { KubeObject, ObjectMeta, OwnerReference } from "#lib/kube/object.ts";
import { rolesOfMember, subjectOfMember } from "#lib/policy/projects/project-members.ts";

const gardenGroup = "core.gardener.cloud";
const extensionPrefix = "extension:";

/** Label on ClusterRoles whose rules the members with this extension role get. */
const aggregationLabel = "rbac.gardener.cloud/aggregate-to-extension-role";

/** Names of the ClusterRoles whose rules the members of all projects have in the namespace of their project. */
const inNamespace = {
  member: "gardener.cloud:system:project-member",
  viewer: "gardener.cloud:system:project-viewer",
  serviceAccountManager: "gardener.cloud:system:project-serviceaccountmanager",
};

/** The reference from an object to the Project that owns it. */
export function projectOwnerReference(project: KubeObject, blockOwnerDeletion: boolean): OwnerReference {
  const { name, uid = "" } = project.metadata;
  return { apiVersion: `${gardenGroup}/v1beta1`, kind: "Project", name, uid, controller: true, blockOwnerDeletion };
}

/** Labels of the roles and bindings for extension roles in a project. */
export function extensionRoleLabels(project: string): Readonly<Record<string, string>> {
  return { "gardener.cloud/role": "extension-project-role", "project.gardener.cloud/name": project };
}

/**
 * The roles and bindings of a project's members, by Gardener's names. The namespace of the project has to be known.
 * @source Gardener: pkg/component/garden/projectrbac
 */
export function projectRbacObjects(project: Project): readonly (Role | RoleBinding)[] {
  const { owner } = project.spec;
  const { name } = project.metadata;
  const namespace = project.spec.namespace ?? "";
  const ownerReferences = [projectOwnerReference(project, false)];
  const meta = (object: string, more: Partial<ObjectMeta> = {}) => ({ name: object, ownerReferences, ...more });
  const owners = owner ? [owner] : [];
  const of = (...roles: readonly string[]) => subjectsWith(project, roles);
  const readNamespace: PolicyRule = {
    verbs: ["get"],
    apiGroups: [""],
    resources: ["namespaces"],
    resourceNames: [namespace],
  };
  const onProject = (...verbs: readonly string[]): PolicyRule => ({
    verbs,
    apiGroups: [gardenGroup],
    resources: ["projects"],
    resourceNames: [name],
  });
  const ofGarden = (role: string, rules: readonly PolicyRule[], subjects: readonly MemberSubject[]) => [
    roleObject(meta(`${role}:${name}`), rules),
    roleBindingObject(meta(`${role}:${name}`), `${role}:${name}`, rbacSubjects(subjects)),
  ];
  const ofNamespace = (role: string, subjects: readonly MemberSubject[]) =>
    roleBindingObject(meta(role, { namespace }), role, rbacSubjects(subjects));
  const extensions = extensionRolesOf(project).flatMap((role) => {
    const full = `gardener.cloud:extension:project:${name}:${role}`;
    const labels = extensionRoleLabels(name);
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [aggregationLabel]: role } }] };
    return [
      { ...roleObject(meta(full, { labels }), []), aggregationRule },
      roleBindingObject(meta(full, { namespace, labels }), full, rbacSubjects(of(`${extensionPrefix}${role}`))),
    ];
  });
  const all = ["get", "patch", "manage-members", "update", "delete"];
  return [
    ...ofGarden("gardener.cloud:system:project", [readNamespace, onProject(...all)], owners),
    ...ofGarden(
      "gardener.cloud:system:project-uam",
      [onProject("get", "manage-members", "patch", "update")],
      of("uam"),
    ),
    ofNamespace(inNamespace.serviceAccountManager, [...owners, ...of("serviceaccountmanager", "owner")]),
    ...ofGarden(
      inNamespace.member,
      [readNamespace, onProject("get", "patch", "update", "delete")],
      of("admin", "owner"),
    ),
    ofNamespace(inNamespace.member, of("admin", "owner")),
    ...ofGarden(inNamespace.viewer, [readNamespace, onProject("get")], of("viewer")),
    ofNamespace(inNamespace.viewer, of("viewer")),
    ...extensions,
  ];
}

function subjectsWith({ spec }: Project, roles: readonly string[]): readonly MemberSubject[] {
  return (spec.members ?? [])
    .filter((member) => rolesOfMember(member).some((role) => roles.includes(role)))
    .map(subjectOfMember);
}

/** Sorted names of the extension roles that members have. */
function extensionRolesOf({ spec }: Project): readonly string[] {
  const held = (spec.members ?? []).flatMap(rolesOfMember).filter((role) => role.startsWith(extensionPrefix));
  return [...new Set(held.map((role) => role.slice(extensionPrefix.length)))].sort();
}

/** The subjects of a binding, each once. */
function rbacSubjects(subjects: readonly MemberSubject[]): readonly RbacSubject[] {
  const known = new Map(subjects.map((subject) => [JSON.stringify(toRbacSubject(subject)), subject]));
  return [...known.values()].map(toRbacSubject);
}

function toRbacSubject({ kind, name, namespace }: MemberSubject): RbacSubject {
  switch (kind) {
    case "Group":
      return { kind, name };
    case "ServiceAccount":
      return { kind, name, ...(namespace && { namespace }) };
    default:
      return { kind: "User", name };
  }
}
