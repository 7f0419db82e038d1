import "server-only";
import {
  ApiError,
  forbiddenError,
  formatGoErrorList,
  invalidObjectError,
  unwrappedServerError,
} from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { AdmissionContext } from "#garden/api/registry/resource-definition.ts";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  cloudProfiles,
  controllerRegistrations,
  credentialsBindings,
  exposureClasses,
  type KubeResource,
  namespacedCloudProfiles,
  quotas,
  secretBindings,
  shoots,
} from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { ReferencedGardenObjects } from "#lib/policy/admission/find-reference-admission-errors.ts";
import { type ProfileReference, profileReference } from "#lib/policy/profiles/effective-profile.ts";
import type { QuotaUser } from "#lib/policy/projects/quota-consumption.ts";
import { quotaReferencesOf, quotaScopeOf, shootsOfQuota } from "#lib/policy/projects/quota-references.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { type PreparedProfile, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { credentialsOf, resourceOfCredentials } from "../kinds/bindings.ts";
import { causeOfFieldError } from "../rules/field-error-messages.ts";
import { effectiveProfileOf, projectOfNamespace } from "../rules/shoot-rules.ts";
import { readDomainValidationData } from "./shoot-domain.ts";

/** Reads the objects that a Shoot refers to; `before` is undefined for a new Shoot. */
export function readShootReferences(
  { garden, mayUse }: Pick<AdmissionContext, "garden" | "mayUse">,
  { before, after }: { readonly before: Shoot | undefined; readonly after: Shoot },
  profile: PreparedProfile | undefined,
): ReferencedGardenObjects {
  const { namespace } = after.metadata;
  const find = (resource: KubeResource, name: string | null | undefined): KubeObject | null | undefined =>
    name ? (garden.get({ resource, namespace: resource.namespaced ? namespace : undefined, name }) ?? null) : undefined;
  const withReadability = (binding: KubeObject | null | undefined) => {
    const { namespace: place, name } = binding ? credentialsOf(binding) : { namespace: "", name: "" };
    const resource = binding && resourceOfCredentials(credentialsOf(binding));
    return {
      binding,
      readable: resource ? mayUse("get", resource, { metadata: { namespace: place, name } }) : undefined,
    };
  };
  const bindings = (shoot: Shoot | undefined) => ({
    secret: { binding: find(secretBindings, shoot?.spec.secretBindingName) },
    credentials: withReadability(find(credentialsBindings, shoot?.spec.credentialsBindingName)),
  });
  const [old, next] = [bindings(before), bindings(after)];
  const registrations = garden.list({ resource: controllerRegistrations });
  return {
    project: projectOfNamespace(garden, namespace) ?? null,
    exposureClass: find(exposureClasses, after.spec.exposureClassName),
    secretBinding: next.secret,
    oldSecretBinding: old.secret,
    credentialsBinding: next.credentials,
    oldCredentialsBinding: old.credentials,
    quotas: quotasOf(garden, after),
    otherUsersOfQuota: (quota) => otherUsersOfQuota(garden, after, quota),
    domains: readDomainValidationData(garden, before, after),
    profiles: before && profileStep(garden, { before, after }, profile),
    // A garden for tests may have no registrations at all.
    registrations: registrations.length > 0 ? registrations : undefined,
  };
}

/** The Quotas that the binding of a Shoot's credentials refers to. */
export function quotasOf(garden: GardenReader, { metadata, spec }: Shoot): readonly KubeObject[] {
  const [resource, name] = spec.secretBindingName
    ? [secretBindings, spec.secretBindingName]
    : [credentialsBindings, spec.credentialsBindingName];
  const { namespace } = metadata;
  const binding = name ? garden.get({ resource, namespace, name }) : undefined;
  if (binding === undefined) return [];
  return quotaReferencesOf(binding).flatMap((target) => garden.get({ resource: quotas, ...target }) ?? []);
}

/**
 * The other Shoots whose bindings refer to a Quota: those of the project, or those of all if the Quota is for an account.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, findShootsReferQuota
 */
function otherUsersOfQuota(garden: GardenReader, { metadata }: Shoot, quota: KubeObject): readonly QuotaUser[] {
  const { namespace = "" } = metadata;
  const place = quotaScopeOf(quota) === "project" ? { namespace } : {};
  const list = (resource: KubeResource) => garden.list({ resource, ...place });
  const bindings = { secretBindings: list(secretBindings), credentialsBindings: list(credentialsBindings), namespace };
  return shootsOfQuota(quota, garden.list<Shoot>({ resource: shoots, ...place }), bindings)
    .filter(({ metadata: other }) => other.name !== metadata.name || other.namespace !== metadata.namespace)
    .map((shoot) => {
      const profile = effectiveProfileOf(garden, shoot);
      return { spec: shoot.spec, profile: profile.ok ? prepareProfile(profile.value) : undefined };
    });
}

function profileStep(
  garden: GardenReader,
  { before, after }: { readonly before: Shoot; readonly after: Shoot },
  profile: PreparedProfile | undefined,
): ReferencedGardenObjects["profiles"] {
  const [from, to] = [profileReference(before.spec), profileReference(after.spec)];
  if (from === undefined || to === undefined || semanticallyEqual(from, to)) return undefined;
  const namespaced = ({ name }: ProfileReference) =>
    garden.get<NamespacedCloudProfile>({
      resource: namespacedCloudProfiles,
      namespace: after.metadata.namespace,
      name,
    });
  const root = (one: ProfileReference) =>
    one.kind === "NamespacedCloudProfile" ? namespaced(one)?.spec?.parent?.name : one.name;
  const found =
    to.kind === "NamespacedCloudProfile" ? namespaced(to) : garden.get({ resource: cloudProfiles, name: to.name });
  return { from, to, roots: { from: root(from), to: root(to) }, exists: found !== undefined, before: profile };
}

/** Codes of DNS domain errors that the API server reports as invalid fields (422), not as forbidden (403). */
const invalidDomains: ReadonlySet<string> = new Set(["DNS_PRIMARY_OF_DEFAULT_DOMAIN", "DNS_DEFAULT_DOMAIN_FORM"]);

/** Resource names in the API server's messages about missing objects, by kind. */
const kinds: Readonly<Record<string, string>> = {
  SecretBinding: "secretbinding.core.gardener.cloud",
  CredentialsBinding: "credentialsbinding.security.gardener.cloud",
  ExposureClass: "exposureclass.core.gardener.cloud",
  CloudProfile: "cloudprofile.core.gardener.cloud",
  NamespacedCloudProfile: "namespacedcloudprofile.core.gardener.cloud",
};

/** The API server's message for a missing object. */
export function notFoundMessage(kind: string, name: string): string {
  return `${kinds[kind] ?? kind} ${JSON.stringify(name)} not found`;
}

/** 500 response for a missing CloudProfile, because the API server reports it as an internal error. */
export function profileNotFound({ kind, name }: ProfileReference): ApiError {
  return internalError(`could not find referenced cloud profile: ${notFoundMessage(kind, name)}`);
}

function internalError(text: string): ApiError {
  return new ApiError(500, "InternalError", `Internal error occurred: ${text}`);
}

/**
 * Refuses a Shoot whose first error is about a referenced object; the API server's message then names no field.
 * @throws ApiError 403, 422, 500
 */
export function rejectInvalidReference(name: string, user: string, faults: readonly FieldError[]): void {
  const [first] = faults;
  const fact = (key: string) => String(first?.facts?.[key] ?? "");
  if (first?.code === "BINDING_OF_OTHER_SECRET") {
    const step = "when migrating from SecretBindingName to CredentialsBindingName";
    throw forbiddenError(shoots, name, `it is not allowed to change the referenced Secret ${step}`);
  }
  if (first?.code === "CREDENTIALS_NOT_READABLE") {
    const credentials = `${fact("side")} referenced ${fact("kind")} ${JSON.stringify(fact("name"))}`;
    throw forbiddenError(shoots, name, `user ${JSON.stringify(user)} is not allowed to read the ${credentials}`);
  }
  if (first?.code === "QUOTA_EXCEEDED") {
    const metrics = [first.facts?.metrics ?? []].flat().map((metric) => `${metric} `);
    const why = `quota limits exceeded. Unable to allocate further ${metrics.join("")}`;
    throw forbiddenError(shoots, name, why.trimEnd());
  }
  if (first?.code === "QUOTA_WITHOUT_MACHINE_TYPE") {
    throw internalError(`machineType ${fact("type")} not found in CloudProfile`);
  }
  if (first?.code === "QUOTA_WITHOUT_VOLUME_TYPE") {
    throw internalError(`VolumeType ${fact("type")} not found in CloudProfile`);
  }
  if (first?.code === "REFERENCE_NOT_FOUND")
    throw forbiddenError(shoots, name, notFoundMessage(fact("kind"), fact("name")));
  const extensions = faults.flatMap((fault) => extensionMessage(fault));
  if (extensions.length > 0 && first !== undefined && extensionMessage(first).length > 0) {
    throw forbiddenError(shoots, name, formatGoErrorList(extensions));
  }
  const domains = faults.filter(({ code }) => invalidDomains.has(code));
  if (domains.length > 0) throw invalidObjectError(shoots, name, domains.map(causeOfFieldError));
  if (first?.code === "PROFILE_OF_OTHER_ROOT") {
    const step = `cannot change from ${JSON.stringify(fact("from"))} to ${JSON.stringify(fact("to"))}`;
    const rule = "The cloud profile reference must remain within the same hierarchy";
    throw unwrappedServerError(`cloud profile reference change is invalid: ${step}. ${rule}`);
  }
  if (first?.code === "PROFILE_LACKS") {
    const use = `${fact("kind")} ${JSON.stringify(fact("name"))} currently in use by worker ${JSON.stringify(fact("pool"))}`;
    throw unwrappedServerError(`newly referenced cloud profile does not contain the ${use}`);
  }
}

/** The API server's message about an extension that the garden does not have, or not for a Shoot without workers. */
function extensionMessage({ code, path, facts = {} }: FieldError): readonly string[] {
  const use = `${path} (${JSON.stringify(facts.type)})`;
  if (code === "EXTENSION_NOT_REGISTERED") return [`given Shoot uses non-registered ${facts.use}: ${use}`];
  if (code !== "EXTENSION_NEEDS_WORKERS") return [];
  return [`given Shoot is workerless and uses non-supported extension type: ${use}`];
}
