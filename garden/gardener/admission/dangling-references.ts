import "server-only";
import { ApiError, forbiddenError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, type KubeResource, secrets, shoots } from "#lib/kube/resource.ts";
import {
  findReferencedObjectErrors,
  newlyReferencedObjects,
  type ReferencedObject,
  type ReferencedObjectKind,
  type ReferencedObjectState,
  referencedObjectKey,
} from "#lib/policy/admission/named-objects.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";

interface Change {
  readonly shoot: Shoot;
  readonly before: Shoot | undefined;
  readonly garden: GardenReader;
}

/**
 * The error for a referenced object that does not exist in the Shoot's namespace; undefined if all references are valid.
 * The messages are those of Gardener's admission plugin.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager
 */
export function findDanglingReference(change: Change): ApiError | undefined {
  const { shoot, before, garden } = change;
  // For a new Shoot, every reference counts as changed.
  const old = before?.spec ?? { kubernetes: { version: "" }, provider: { type: "" } };
  const sides = { old, new: shoot.spec };
  const states = newlyReferencedObjects(sides).map(
    (object) => [referencedObjectKey(object), stateOf(garden, shoot, object)] as const,
  );
  const [fault] = findReferencedObjectErrors(sides, new Map(states));
  return fault && absentObject(shoot, fault);
}

const resources: Readonly<Record<ReferencedObjectKind, KubeResource>> = { Secret: secrets, ConfigMap: configMaps };

function stateOf(garden: GardenReader, { metadata }: Shoot, { kind, name }: ReferencedObject): ReferencedObjectState {
  const target = { resource: resources[kind], namespace: metadata.namespace, name };
  return garden.get(target) === undefined ? "missing" : "there";
}

/** Error for a missing referenced Secret or ConfigMap. A webhook checks audit policies, with another error format. */
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
