import "server-only";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";

interface Marks {
  readonly finalizers: readonly string[];
  readonly labels: readonly string[];
}

/** Adds finalizers and labels that an object does not have. Nothing happens if there is no object. */
export function addMarks(api: GardenApi, target: ObjectTarget, marks: Marks): void {
  const { finalizers = [], labels = {}, deletionTimestamp } = api.get(target)?.metadata ?? {};
  if (!api.get(target)) return;
  // Kubernetes refuses new finalizers on an object that is being deleted.
  const missing = deletionTimestamp ? [] : marks.finalizers.filter((name) => !finalizers.includes(name));
  const unlabelled = marks.labels.filter((label) => !(label in labels));
  if (missing.length === 0 && unlabelled.length === 0) return;
  api.patch(target, {
    metadata: {
      ...(missing.length > 0 && { finalizers: [...finalizers, ...missing] }),
      ...(unlabelled.length > 0 && { labels: Object.fromEntries(unlabelled.map((label) => [label, "true"])) }),
    },
  });
}

/** Removes a finalizer, and the labels for which `isLabel` is true. */
export function removeMarks(
  api: GardenApi,
  target: ObjectTarget,
  finalizer: string | undefined,
  isLabel: (label: string) => boolean,
): void {
  const { finalizers = [], labels = {} } = api.get(target)?.metadata ?? {};
  const removed = Object.keys(labels).filter(isLabel);
  const isHeld = finalizer !== undefined && finalizers.includes(finalizer);
  // Labels first: the object is gone with its last finalizer.
  if (removed.length > 0)
    api.patch(target, { metadata: { labels: Object.fromEntries(removed.map((label) => [label, null])) } });
  if (isHeld) api.patch(target, { metadata: { finalizers: finalizers.filter((one) => one !== finalizer) } });
}
