import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import { configMaps, controllerRegistrations, type KubeResource, secrets } from "#lib/kube/resource.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { registeredTypes } from "#lib/policy/admission/admit-references.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { errorList } from "../../api/errors/error-list.ts";
import type { GardenReader } from "../../api/registry/resource-definition.ts";

interface Change {
  readonly shoot: Shoot;
  readonly before: Shoot | undefined;
  readonly garden: GardenReader;
}

/** Whether a write sets something that was another before. */
function sets({ shoot, before }: Change, ...path: readonly string[]): boolean {
  const value = fieldAt(shoot.spec, ...path);
  return value != null && !semanticallyEqual(value, fieldAt(before?.spec, ...path));
}

/**
 * What a Shoot takes from its namespace and is not there, or a network of a new one that nobody has registered; undefined
 * where all is. The words are those of the admission that looks for it.
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, plugin/pkg/global/extensionvalidation
 */
export function danglingReference(change: Change): string | undefined {
  return absentMap(change) ?? absentResource(change) ?? unregisteredNetwork(change);
}

const files = [
  ["structuredAuthentication", "structured authentication config map"],
  ["structuredAuthorization", "structured authorization config map"],
] as const;

function absentMap(change: Change): string | undefined {
  const { shoot, garden } = change;
  for (const [block, called] of files) {
    const path = ["kubernetes", "kubeAPIServer", block, "configMapName"];
    const name = textAt(shoot.spec, ...path);
    if (!name || !sets(change, ...path) || garden.get(configMaps, shoot.metadata.namespace, name)) continue;
    return `failed to resolve ${called} reference: configmaps ${JSON.stringify(name)} not found`;
  }
  return undefined;
}

const kinds: Readonly<Record<string, KubeResource>> = { Secret: secrets, ConfigMap: configMaps };

function absentResource(change: Change): string | undefined {
  if (!sets(change, "resources")) return undefined;
  const { shoot, garden } = change;
  for (const entry of listAt(shoot.spec, "resources")) {
    const resource = kinds[textAt(entry, "resourceRef", "kind") ?? ""];
    const name = textAt(entry, "resourceRef", "name") ?? "";
    if (resource === undefined || garden.get(resource, shoot.metadata.namespace, name)) continue;
    const label = JSON.stringify(textAt(entry, "name") ?? "");
    return `failed to resolve resource reference ${label}: ${resource.plural} ${JSON.stringify(name)} not found`;
  }
  return undefined;
}

/** The type of a network never changes. A garden in which nothing is registered says nothing. */
function unregisteredNetwork({ shoot: { spec }, before, garden }: Change): string | undefined {
  const type = textAt(spec.networking, "type");
  const registrations = garden.list(controllerRegistrations);
  if (before || !type || poolsOf(spec).length === 0 || registrations.length === 0) return undefined;
  if (registeredTypes(registrations, "Network").has(type)) return undefined;
  return errorList([`given Shoot uses non-registered networking type: spec.networking.type (${JSON.stringify(type)})`]);
}
