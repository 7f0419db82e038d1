import "server-only";
import { isRecord } from "#lib/kube/wire.ts";

/** Fields with configuration of extensions and plugins, in which empty lists are preserved. */
const opaque: ReadonlySet<string> = new Set(["providerConfig", "infrastructureConfig", "controlPlaneConfig", "config"]);
/** The only field whose empty list is preserved. */
const written = "kubeconfigs";

/**
 * Removes empty lists from a Shoot's spec, because Go omits empty lists when it encodes the spec.
 * @returns the same objects if nothing is removed, so that unchanged parts keep their identity
 * @source Gardener: pkg/apis/core/v1beta1/types_shoot.go, where all lists except kubeconfigs are `omitempty`
 */
export function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmptyLists);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const before = Object.entries(value);
  const after = before
    .filter(([key, field]) => !isEmptyList(field) || key === written)
    .map(([key, field]) => [key, opaque.has(key) ? field : withoutEmptyLists(field)] as const);
  const isSame = after.length === before.length && after.every(([key, field]) => field === value[key]);
  return isSame ? value : Object.fromEntries(after);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
