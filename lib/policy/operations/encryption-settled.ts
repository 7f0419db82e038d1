import type { Shoot } from "#lib/garden/shoot.ts";
import type { EditionRules } from "../editions/edition-rules.ts";

/** `configmaps.` names the same resource of the core group as `configmaps`. */
function groupResource(text: string): string {
  return text.endsWith(".") ? text.slice(0, -1) : text;
}

/** Whether two lists name the same resources; their order and spelling do not count. */
export function sameResources(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 && b.length === 0) return true;
  const left = new Set(a.map(groupResource));
  const right = new Set(b.map(groupResource));
  return left.size === right.size && [...left].every((resource) => right.has(resource));
}

/** Before Gardener 1.123 the sorted wish was compared with the status as it stood, so order and spelling mattered. */
function sameLists(wanted: readonly string[], reached: readonly string[]): boolean {
  const sorted = [...wanted].sort();
  return sorted.length === reached.length && sorted.every((resource, index) => resource === reached[index]);
}

/** Where a release writes the encrypted resources. @source Gardener's history of types_shoot.go */
export function encryptedResourcesPaths(rules: EditionRules): readonly string[] {
  const path = rules("status.encryptedPath");
  return [
    ...(path === "new" ? [] : ["status.encryptedResources"]),
    ...(path === "old" ? [] : ["status.credentials.encryptionAtRest.resources"]),
  ];
}

/** The resources that etcd holds encrypted now, from the place where the release writes them. */
export function encryptedResources({ status }: Pick<Shoot, "status">, rules: EditionRules): readonly string[] {
  const current = status?.credentials?.encryptionAtRest?.resources;
  const old = status?.encryptedResources;
  // Whichever component is behind writes the other place only, so that one counts where this one is missing.
  return (rules("status.encryptedPath") === "old" ? (old ?? current) : (current ?? old)) ?? [];
}

/**
 * Whether every resource that shall be encrypted is, and no other. The provider's type is not compared.
 * @source Gardener: pkg/api/core/validation/shoot.go (encryption config)
 */
export function encryptionSettled(shoot: Shoot, rules: EditionRules): boolean {
  const wanted = shoot.spec.kubernetes?.kubeAPIServer?.encryptionConfig?.resources ?? [];
  const reached = encryptedResources(shoot, rules);
  return rules("op.encryptionCompare") === "sets" ? sameResources(wanted, reached) : sameLists(wanted, reached);
}
