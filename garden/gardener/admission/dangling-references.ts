import "server-only";
import { ApiError, errorList, forbidden } from "#garden/api/errors/api-error.ts";
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
import type { ChangeFault } from "#lib/policy/settings/fault.ts";

interface Change {
  readonly shoot: Shoot;
  readonly before: Shoot | undefined;
  readonly garden: GardenReader;
}

/**
 * What a Shoot takes from its namespace and is not there, or a network of a new one that nobody has registered; undefined
 * where all is. The words are those of the admission that looks for it.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, plugin/pkg/global/extensionvalidation
 */
export function danglingReference(change: Change): ApiError | undefined {
  const { shoot, before, garden } = change;
  // What a new Shoot names is all new.
  const old = before?.spec ?? { kubernetes: { version: "" }, provider: { type: "" } };
  const sides = { old, new: shoot.spec };
  const states = newlyNamedObjects(sides).map((object) => [objectKey(object), stateOf(garden, shoot, object)] as const);
  const [fault] = admitObjects(sides, new Map(states));
  if (fault !== undefined) return absentObject(shoot, fault);
  const network = unregisteredNetwork(change);
  return network === undefined ? undefined : forbidden(shoots, shoot.metadata.name, network);
}

const resources: Readonly<Record<NamedKind, KubeResource>> = { Secret: secrets, ConfigMap: configMaps };

function stateOf(garden: GardenReader, { metadata }: Shoot, { kind, name }: NamedObject): ObjectState {
  const target = { resource: resources[kind], namespace: metadata.namespace, name };
  return garden.get(target) === undefined ? "missing" : "there";
}

/** An audit policy is looked for by a webhook of Gardener, which answers otherwise than the API server. */
function absentObject({ metadata }: Shoot, { facts = {} }: ChangeFault): ApiError {
  const [kind, name, use, label] = ["kind", "name", "use", "label"].map((key) => String(facts[key] ?? ""));
  const absent = `${kind === "Secret" ? "secrets" : "configmaps"} ${JSON.stringify(name)} not found`;
  const words = Object.hasOwn(uses, use ?? "") ? uses[use ?? ""] : undefined;
  if (words !== undefined) return forbidden(shoots, metadata.name, `${words(label ?? "")}: ${absent}`);
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

/** The type of a network never changes. A garden in which nothing is registered says nothing. */
function unregisteredNetwork({ shoot: { spec }, before, garden }: Change): string | undefined {
  const type = textAt(spec.networking, "type");
  const registrations = garden.list({ resource: controllerRegistrations });
  if (before || !type || poolsOf(spec).length === 0 || registrations.length === 0) return undefined;
  if (registeredTypes(registrations, "Network").has(type)) return undefined;
  return errorList([`given Shoot uses non-registered networking type: spec.networking.type (${JSON.stringify(type)})`]);
}
