import "server-only";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { forbiddenError, notFound } from "../errors/api-error.ts";
import { allPermissionRules, type PolicyRule, type RbacAuthorizer, rbacGroup } from "./authorizer.ts";
import { formatPolicyRules, missingRules } from "./rule-cover.ts";
import { mastersGroup, type User } from "./user.ts";

interface Grant {
  readonly authorizer: RbacAuthorizer;
  readonly user: User;
  readonly resource: KubeResource;
  readonly object: KubeObject;
}

/**
 * Refuses a role or binding that grants more than the user has, unless RBAC allows the user to `escalate` the role or
 * `bind` it.
 * @throws ApiError 403; 404 for a binding to a role that does not exist
 * @source Kubernetes: pkg/registry/rbac/…/policybased
 */
export function rejectEscalation({ authorizer, user, resource, object }: Grant): void {
  if (resource.group !== rbacGroup || user.groups.includes(mastersGroup)) return;
  const { name, namespace } = object.metadata;
  const isBinding = resource.plural.endsWith("bindings");
  const target = isBinding ? roleRefOf(object) : { plural: resource.plural, name };
  const asked = { group: rbacGroup, resource: target.plural, namespace, name: target.name };
  if (authorizer.mayResource(user, { ...asked, verb: isBinding ? "bind" : "escalate" }).allowed) return;
  const granted = isBinding ? authorizer.rulesOfBinding(object) : rulesGranted(authorizer, object);
  if (granted === undefined) throw notFound({ ...resource, plural: target.plural }, target.name);
  const missing = missingRules(authorizer.rulesFor(user, namespace ?? ""), granted);
  if (missing.length === 0) return;
  const groups = user.groups.map((group) => JSON.stringify(group)).join(" ");
  throw forbiddenError(
    resource,
    name,
    `user ${JSON.stringify(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n${formatPolicyRules(missing)}`,
  );
}

/** The rules of a role. One with an aggregation rule counts as all permissions: it can receive any rule later. */
function rulesGranted(authorizer: RbacAuthorizer, role: KubeObject): readonly PolicyRule[] {
  return fieldAt(role, "aggregationRule") == null ? authorizer.rulesOfRole(role) : allPermissionRules;
}

function roleRefOf(binding: KubeObject): { readonly plural: string; readonly name: string } {
  const plural = stringAt(binding, "roleRef", "kind") === "ClusterRole" ? "clusterroles" : "roles";
  return { plural, name: stringAt(binding, "roleRef", "name") ?? "" };
}
