import "server-only";
import { isRecord } from "#lib/kube/wire.ts";

/** What belongs to extensions and plugins is kept as it comes. */
const opaque: ReadonlySet<string> = new Set(["providerConfig", "infrastructureConfig", "controlPlaneConfig", "config"]);
/** The only list that is written although it is empty. */
const written = "kubeconfigs";

/**
 * A Shoot's spec without lists that hold nothing: Go writes none, so that a list that is emptied is one that is gone.
 * @source Gardener: pkg/apis/core/v1beta1/types_shoot.go, whose lists are all `omitempty` but that of kubeconfigs
 */
export function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key, field]) => !isEmptyList(field) || key === written);
  return Object.fromEntries(kept.map(([key, field]) => [key, opaque.has(key) ? field : withoutEmptyLists(field)]));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
