import type { KubeObject, KubeStatus } from "./object.ts";

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Narrows parsed JSON to a typed object; the only place that does. It checks what every object must have, a name.
 * Everything else is up to the reader: the types of lib/garden mark what may be missing, and readers must tolerate
 * values outside their type.
 */
export function isWireObject<Item extends KubeObject>(value: unknown): value is Item {
  return isRecord(value) && isRecord(value.metadata) && typeof value.metadata.name === "string";
}

/** Whether `value` is a metav1.Status. */
export function isStatus(value: unknown): value is KubeStatus {
  return isRecord(value) && value.kind === "Status" && value.apiVersion === "v1";
}
