import "server-only";
import { ApiError, forbiddenError } from "#garden/api/errors/api-error.ts";
import type { AdmissionContext } from "#garden/api/registry/resource-definition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { type KubeResource, quotas, secretBindings, shoots } from "#lib/kube/resource.ts";
import { shootProviderLabel } from "../accounts/account-marks.ts";
import { admitAccountSecret } from "../accounts/admit-account.ts";
import { credentialsOf, resourceOfCredentials } from "../kinds/bindings.ts";

/**
 * Checks the credentials and Quotas to which a new binding refers: they exist, the user may read them, and they fit.
 * @throws ApiError 403 @source Gardener: plugin/pkg/global/resourcereferencemanager, ensureBindingReferences
 */
export function checkBindingReferences(resource: KubeResource, binding: KubeObject, context: AdmissionContext): void {
  const refuse = (why: string): never => {
    throw forbiddenError(resource, binding.metadata.name, why);
  };
  const type = stringAt(binding, "provider", "type") ?? "";
  const other = shootsOf(resource, binding, context).find(({ spec }) => spec.provider.type !== type);
  if (other) {
    const what = `${resource.kind} is referenced by shoot ${JSON.stringify(other.metadata.name)}`;
    const otherType = JSON.stringify(other.spec.provider.type);
    refuse(`${what}, but provider types ([${type}]) do not match with the shoot provider type ${otherType}`);
  }
  checkCredentials(type, binding, context, (why) => refuse(why.replace("<kind>", resource.kind)));
  checkQuotas(binding, context, (why) => refuse(why.replace("<kind>", resource.kind)));
}

function shootsOf(resource: KubeResource, { metadata }: KubeObject, { garden }: AdmissionContext): readonly Shoot[] {
  const { name, namespace } = metadata;
  return garden.list<Shoot>({ resource: shoots, namespace }).filter(({ spec }) => {
    return name === (resource === secretBindings ? spec.secretBindingName : spec.credentialsBindingName);
  });
}

function checkCredentials(
  type: string,
  binding: KubeObject,
  { garden, mayUse }: AdmissionContext,
  refuse: (why: string) => void,
): void {
  const { kind, namespace, name } = credentialsOf(binding);
  const resource = resourceOfCredentials({ apiVersion: "", kind, namespace, name });
  if (!resource) return;
  if (!mayUse("get", resource, { metadata: { namespace, name } })) {
    refuse(`<kind> cannot reference a ${kind} you are not allowed to read`);
  }
  const credentials = garden.get({ resource, namespace, name });
  if (!credentials) {
    const qualified = resource.group === "" ? resource.plural : `${resource.plural}.${resource.group}`;
    refuse(`${qualified} ${JSON.stringify(name)} not found`);
    return;
  }
  if (kind !== "Secret") {
    const target = stringAt(credentials, "spec", "targetSystem", "type") ?? "";
    if (target !== type) {
      const mismatch = "does not match with WorkloadIdentity provider type";
      refuse(`CredentialsBinding provider type ([${type}]) ${mismatch} ${target}`);
    }
    return;
  }
  const labels = { ...credentials.metadata.labels, [`${shootProviderLabel}${type}`]: "true" };
  try {
    const secret = { ...credentials, metadata: { ...credentials.metadata, labels } };
    admitAccountSecret({ secret, before: undefined, garden });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(`${type} provider secret sanity check failed: ${error.message}`);
  }
}

function checkQuotas(binding: KubeObject, { garden, mayUse }: AdmissionContext, refuse: (why: string) => void): void {
  const scopes: string[] = [];
  for (const reference of listAt(binding, "quotas")) {
    const name = stringAt(reference, "name") ?? "";
    const namespace = stringAt(reference, "namespace") || (binding.metadata.namespace ?? "");
    if (!mayUse("get", quotas, { metadata: { namespace, name } })) {
      refuse("<kind> cannot reference a quota you are not allowed to read");
    }
    const quota = garden.get({ resource: quotas, namespace, name });
    if (!quota) refuse(`quota.core.gardener.cloud ${JSON.stringify(name)} not found`);
    const scope = stringAt(quota, "spec", "scope", "kind") === "Project" ? "project" : "credentials";
    if (scopes.includes(scope)) refuse("only one quota per scope (project or credentials) can be assigned");
    scopes.push(scope);
  }
}
