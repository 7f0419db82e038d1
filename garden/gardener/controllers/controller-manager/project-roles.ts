import type { Role, RoleBinding } from "#garden/api/core/core-objects.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import { clusterRoleBindings, clusterRoles } from "#garden/api/rbac/rbac-resources.ts";
import type { Project } from "#lib/garden/project.ts";
import { listAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { type KubeResource, roleBindings } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { extensionRoleLabels, projectRbacObjects } from "../../resources/project-rbac.ts";

/**
 * Writes the roles and bindings of a project's members, and deletes the bindings of extension roles that nobody has.
 * Gardener looks for their ClusterRoles in the namespace of the project, where none are, so that they stay.
 * @source Gardener: pkg/component/garden/projectrbac, deleteExtensionRolesResources
 */
export function writeProjectRoles(api: GardenApi, project: Project): void {
  const wanted = projectRbacObjects(project);
  for (const object of wanted) {
    const target = targetOf(object);
    const current = api.get<Role | RoleBinding>(target);
    if (!current) api.create(target, object);
    else if (!semanticallyEqual(withOwnFields(current, object), current)) {
      api.update<KubeObject>(target, withOwnFields(current, object));
    }
  }
  const names = new Set(wanted.map(({ metadata }) => metadata.name));
  for (const target of extensionRolesOf(api, project)) {
    if (target.resource === roleBindings && !names.has(target.name)) api.delete(target);
  }
}

/** Deletes the roles and bindings of a project that does not exist any more. Real gardens collect this garbage. */
export function deleteProjectRoles(api: GardenApi, project: Project): void {
  const targets = [...projectRbacObjects(project).map(targetOf), ...extensionRolesOf(api, project)];
  for (const target of targets) if (api.get(target)) api.delete(target);
}

/** Whether a RoleBinding of a project has just the subjects that the project's members demand. */
export function isRoleBindingCurrent(binding: KubeObject, project: Project): boolean {
  const { name } = binding.metadata;
  const wanted = projectRbacObjects(project).find(
    ({ kind, metadata }) => kind === "RoleBinding" && metadata.name === name,
  );
  return wanted === undefined || semanticallyEqual(listAt(binding, "subjects"), listAt(wanted, "subjects"));
}

/** The current object with all fields that the project controller sets. */
function withOwnFields(current: Role | RoleBinding, wanted: Role | RoleBinding): KubeObject {
  const { metadata, ...fields } = wanted;
  // The rules of an aggregated role are written by another controller.
  const { rules: _, ...withoutRules }: Partial<Role> = fields;
  const own = "aggregationRule" in fields ? withoutRules : fields;
  const { labels = current.metadata.labels, ownerReferences } = metadata;
  return {
    ...current,
    ...own,
    metadata: { ...current.metadata, ...(labels && { labels }), ...(ownerReferences && { ownerReferences }) },
  };
}

function extensionRolesOf(api: GardenApi, { metadata, spec }: Project): readonly ObjectTarget[] {
  const labels = Object.entries(extensionRoleLabels(metadata.name));
  const listed = (resource: KubeResource, namespace?: string) =>
    api
      .list({ resource, ...(namespace !== undefined && { namespace }) })
      .filter((object) => labels.every(([key, value]) => object.metadata.labels?.[key] === value))
      .map(({ metadata: { name } }) => ({ resource, name, ...(namespace !== undefined && { namespace }) }));
  return [...listed(roleBindings, spec.namespace ?? ""), ...listed(clusterRoles)];
}

function targetOf({ kind, metadata }: KubeObject): ObjectTarget {
  const { namespace, name } = metadata;
  const resource = namespace !== undefined ? roleBindings : kind === "ClusterRole" ? clusterRoles : clusterRoleBindings;
  return { resource, name, ...(namespace !== undefined && { namespace }) };
}
