import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";

/** Normalises a resource name: `configmaps.` is the same core resource as `configmaps`. */
function groupResource(text: string): string {
  return text.endsWith(".") ? text.slice(0, -1) : text;
}

/** Whether two lists name the same resources, ignoring order and spelling. */
export function sameResources(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 && b.length === 0) return true;
  const left = new Set(a.map(groupResource));
  const right = new Set(b.map(groupResource));
  return left.size === right.size && [...left].every((resource) => right.has(resource));
}

/** Compares encrypted resources as before Gardener 1.123: spec sorted, status not, so order and spelling matter. */
function sameLists(wanted: readonly string[], reached: readonly string[]): boolean {
  const sorted = [...wanted].sort();
  return sorted.length === reached.length && sorted.every((resource, index) => resource === reached[index]);
}

/** Status paths where a release writes the encrypted resources. @source Gardener's history of types_shoot.go */
export function encryptedResourcesPaths(rules: GardenerRules): readonly string[] {
  const path = rules("status.encryptedPath");
  return [
    ...(path === "new" ? [] : ["status.encryptedResources"]),
    ...(path === "old" ? [] : ["status.credentials.encryptionAtRest.resources"]),
  ];
}

/** The resources currently encrypted in etcd, from the path where the release writes them. */
export function encryptedResources({ status }: Pick<Shoot, "status">, rules: GardenerRules): readonly string[] {
  const current = status?.credentials?.encryptionAtRest?.resources;
  const old = status?.encryptedResources;
  // An older Gardener component only writes the other path, so that path is used when this one is missing.
  return (rules("status.encryptedPath") === "old" ? (old ?? current) : (current ?? old)) ?? [];
}

/**
 * Whether exactly the requested resources are encrypted. The provider type is not compared.
 * @source Gardener: pkg/api/core/validation/shoot.go (encryption config)
 */
export function isEncryptionChangeFinished(shoot: Shoot, rules: GardenerRules): boolean {
  const wanted = shoot.spec.kubernetes?.kubeAPIServer?.encryptionConfig?.resources ?? [];
  const reached = encryptedResources(shoot, rules);
  return rules("op.encryptionCompare") === "sets" ? sameResources(wanted, reached) : sameLists(wanted, reached);
}
