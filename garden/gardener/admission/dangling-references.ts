import "server-only";
import { ApiError, errorList, forbiddenError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { textAt } from "#lib/kube/field.ts";
import { configMaps, controllerRegistrations, type KubeResource, secrets, shoots } from "#lib/kube/resource.ts";
import { registeredTypes } from "#lib/policy/admission/admit-references.ts";
import {
  admitObjects,
  type NamedKind,
  type NamedObject,
  newlyNamedObjects,
  type ObjectState,
  objectKey,
} from "#lib/policy/admission/named-objects.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";

interface Change {
  readonly shoot: Shoot;
  readonly before: Shoot | undefined;
  readonly garden: GardenReader;
}

/**
 * The error for a referenced object that does not exist in the namespace, or for an unregistered network type of a new
 * Shoot; undefined if there is none. The wording is that of Gardener's admission plugins.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, plugin/pkg/global/extensionvalidation
 */
export function danglingReference(change: Change): ApiError | undefined {
  const { shoot, before, garden } = change;
  // All references of a new Shoot are new.
  const old = before?.spec ?? { kubernetes: { version: "" }, provider: { type: "" } };
  const sides = { old, new: shoot.spec };
  const states = newlyNamedObjects(sides).map((object) => [objectKey(object), stateOf(garden, shoot, object)] as const);
  const [fault] = admitObjects(sides, new Map(states));
  if (fault !== undefined) return absentObject(shoot, fault);
  const network = unregisteredNetwork(change);
  return network === undefined ? undefined : forbiddenError(shoots, shoot.metadata.name, network);
}

const resources: Readonly<Record<NamedKind, KubeResource>> = { Secret: secrets, ConfigMap: configMaps };

function stateOf(garden: GardenReader, { metadata }: Shoot, { kind, name }: NamedObject): ObjectState {
  const target = { resource: resources[kind], namespace: metadata.namespace, name };
  return garden.get(target) === undefined ? "missing" : "there";
}

/** The error for a missing object. Audit policies are checked by a webhook, which answers differently. */
function absentObject({ metadata }: Shoot, { facts = {} }: FieldError): ApiError {
  const [kind, name, use, label] = ["kind", "name", "use", "label"].map((key) => String(facts[key] ?? ""));
  const absent = `${kind === "Secret" ? "secrets" : "configmaps"} ${JSON.stringify(name)} not found`;
  const words = Object.hasOwn(uses, use ?? "") ? uses[use ?? ""] : undefined;
  if (words !== undefined) return forbiddenError(shoots, metadata.name, `${words(label ?? "")}: ${absent}`);
  const text = `referenced audit policy ConfigMap ${metadata.namespace}/${name} does not exist: ${absent}`;
  return new ApiError(422, "", `admission webhook "audit-policies.gardener.cloud" denied the request: ${text}`);
}

const uses: Readonly<Record<string, (label: string) => string>> = {
  resource: (label) => `failed to resolve resource reference ${JSON.stringify(label)}`,
  dns: () => "failed to resolve credentials reference of type Secret",
  admissionPlugin: (label) =>
    `failed to resolve admission plugin kubeconfig secret reference for ${JSON.stringify(label)}`,
  structuredAuthentication: () => "failed to resolve structured authentication config map reference",
  structuredAuthorization: () => "failed to resolve structured authorization config map reference",
  authorizationKubeconfig: () => "failed to resolve structured authorization kubeconfig secret reference",
};

/** Checked only for new Shoots, as the type is immutable, and only in a garden with registrations. */
function unregisteredNetwork({ shoot: { spec }, before, garden }: Change): string | undefined {
  const type = textAt(spec.networking, "type");
  const registrations = garden.list({ resource: controllerRegistrations });
  if (before || !type || poolsOf(spec).length === 0 || registrations.length === 0) return undefined;
  if (registeredTypes(registrations, "Network").has(type)) return undefined;
  return errorList([`given Shoot uses non-registered networking type: spec.networking.type (${JSON.stringify(type)})`]);
}
