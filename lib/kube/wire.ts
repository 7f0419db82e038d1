import type { KubeObject, KubeStatus } from "./object.ts";

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Type guard that narrows parsed JSON to a Kubernetes object. It checks only that the object has a name. All other
 * fields are not checked: the types of lib/garden mark what may be missing, and code must tolerate values outside their
 * type.
 */
export function isKubeObject<Item extends KubeObject>(value: unknown): value is Item {
  return isRecord(value) && isRecord(value.metadata) && typeof value.metadata.name === "string";
}

/** Returns whether a value is a metav1.Status of the Kubernetes API. */
export function isKubeStatus(value: unknown): value is KubeStatus {
  return isRecord(value) && value.kind === "Status" && value.apiVersion === "v1";
}
