import "server-only";
import { ApiError, forbiddenError } from "#garden/api/errors/api-error.ts";
import type { AdmissionContext } from "#garden/api/registry/resource-definition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { createResourceFactory, type KubeResource, quotas, secretBindings, shoots } from "#lib/kube/resource.ts";
import { findQuotaReferenceErrors } from "#lib/policy/accounts/find-quota-reference-errors.ts";
import { quotaReferencesOf, quotaScopeOf } from "#lib/policy/projects/quota-references.ts";
import type { FieldErrors } from "#lib/policy/spec-validation/field-error.ts";
import { shootProviderLabel } from "../accounts/account-marks.ts";
import { admitAccountSecret } from "../accounts/admit-account.ts";
import { credentialsOf, resourceOfCredentials } from "../kinds/bindings.ts";

const internalSecrets = createResourceFactory("core.gardener.cloud", "v1beta1")("internalsecrets", "InternalSecret");

interface BindingCheck {
  readonly context: AdmissionContext;
  /** Types of the providers that the binding is for. */
  readonly types: readonly string[];
}

/**
 * Checks the credentials and Quotas to which a binding refers: they exist, the user may read them, and they fit.
 * @throws ApiError 403 @source Gardener: plugin/pkg/global/resourcereferencemanager, ensureBindingReferences
 */
export function checkBindingReferences(
  resource: KubeResource,
  binding: KubeObject,
  { context, types }: BindingCheck,
): void {
  const refuse = (why: string): never => {
    throw forbiddenError(resource, binding.metadata.name, why);
  };
  const other = shootsOf(resource, binding, context).find(({ spec }) => !types.includes(spec.provider.type ?? ""));
  if (other) {
    const what = `${resource.kind} is referenced by shoot ${JSON.stringify(other.metadata.name)}`;
    const otherType = JSON.stringify(other.spec.provider.type);
    refuse(`${what}, but provider types ([${types.join(" ")}]) do not match with the shoot provider type ${otherType}`);
  }
  checkCredentials(types, binding, context, refuse);
  checkQuotas(binding, context, refuse);
}

function shootsOf(resource: KubeResource, { metadata }: KubeObject, { garden }: AdmissionContext): readonly Shoot[] {
  const { name, namespace } = metadata;
  return garden.list<Shoot>({ resource: shoots, namespace }).filter(({ spec }) => {
    return name === (resource === secretBindings ? spec.secretBindingName : spec.credentialsBindingName);
  });
}

function checkCredentials(
  types: readonly string[],
  binding: KubeObject,
  { garden, mayUse }: AdmissionContext,
  refuse: (why: string) => void,
): void {
  const reference = credentialsOf(binding);
  const { kind, namespace, name } = reference;
  const resource = resourceOfCredentials(reference) ?? internalSecrets;
  if (!mayUse("get", resource, { metadata: { namespace, name } })) {
    // Gardener means to name the kind of the binding, which it does not know here.
    refuse(` cannot reference a ${resource.kind} you are not allowed to read`);
  }
  // The garden keeps no InternalSecrets.
  const credentials = resource === internalSecrets ? undefined : garden.get({ resource, namespace, name });
  if (!credentials) {
    const qualified = resource.group === "" ? resource.plural : `${resource.plural}.${resource.group}`;
    refuse(`${qualified} ${JSON.stringify(name)} not found`);
    return;
  }
  if (kind !== "Secret") {
    const target = stringAt(credentials, "spec", "targetSystem", "type") ?? "";
    if (!types.includes(target)) {
      const mismatch = "does not match with WorkloadIdentity provider type";
      refuse(`CredentialsBinding provider type ([${types.join(" ")}]) ${mismatch} ${target}`);
    }
    return;
  }
  for (const type of types) {
    const labels = { ...credentials.metadata.labels, [`${shootProviderLabel}${type}`]: "true" };
    try {
      const secret = { ...credentials, metadata: { ...credentials.metadata, labels } };
      admitAccountSecret({ secret, before: undefined, garden });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(`${type} provider secret sanity check failed: ${error.message}`);
    }
  }
}

function checkQuotas(binding: KubeObject, { garden, mayUse }: AdmissionContext, refuse: (why: string) => void): void {
  const [error] = findQuotaReferenceErrors(quotaReferencesOf(binding), ({ namespace, name }) => {
    if (!mayUse("get", quotas, { metadata: { namespace, name } })) return undefined;
    const quota = garden.get({ resource: quotas, namespace, name });
    return quota === undefined ? null : quotaScopeOf(quota);
  });
  if (error !== undefined) refuse(quotaRefusal(error));
}

function quotaRefusal({ code, facts }: FieldErrors[number]): string {
  switch (code) {
    case "OBJECT_NOT_READABLE":
      return " cannot reference a quota you are not allowed to read";
    case "REFERENCE_NOT_FOUND":
      return `quota.core.gardener.cloud ${JSON.stringify(facts?.name)} not found`;
    default:
      return "only one quota per scope (project or credentials) can be assigned";
  }
}
