import "server-only";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** The object without what only `kubectl apply` and the API server read: half of its size, and nobody looks at it. */
export function prune<Item extends KubeObject>(object: Item): Item {
  const { managedFields: _, annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, annotations: withoutLastApplied(annotations) } };
}
