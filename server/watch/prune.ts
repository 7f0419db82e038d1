import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The object without what only `kubectl apply` and the API server read: half of its size, and nobody looks at it. */
export function prune<Item extends KubeObject>(object: Item): Item {
  const { managedFields: _, annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  const { [lastApplied]: __, ...kept } = annotations;
  return { ...object, metadata: { ...metadata, annotations: kept } };
}
