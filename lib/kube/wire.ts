import type { KubeObject, KubeStatus } from "./object.ts";

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The one place where something from the wire is taken for a typed object. It checks what every object must have, a
 * name; everything else stays the reader's care, because the types of lib/garden mark what may be missing and readers
 * must bear what their type does not foresee.
 */
export function isWireObject<Item extends KubeObject>(value: unknown): value is Item {
  return isRecord(value) && isRecord(value.metadata) && typeof value.metadata.name === "string";
}

/** Whether `value` is a metav1.Status. */
export function isStatus(value: unknown): value is KubeStatus {
  return isRecord(value) && value.kind === "Status" && value.apiVersion === "v1";
}
