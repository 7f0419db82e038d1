import "server-only";
import { isRecord } from "#lib/kube/wire.ts";

/** What belongs to extensions and plugins is kept as it comes. */
const opaque: ReadonlySet<string> = new Set(["providerConfig", "infrastructureConfig", "controlPlaneConfig", "config"]);
/** The only list that is written although it is empty. */
const written = "kubeconfigs";

/**
 * A Shoot's spec without lists that hold nothing: Go writes none, so that a list that is emptied is one that is gone.
 * @returns the same objects where nothing is dropped, so that what did not change stays one with what is stored
 * @source Gardener: pkg/apis/core/v1beta1/types_shoot.go, whose lists are all `omitempty` but that of kubeconfigs
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
