import "server-only";
import type { Event } from "#garden/api/core/core-objects.ts";
import type { KubeObject } from "#lib/kube/object.ts";

interface EventText extends Pick<Event, "type" | "reason" | "message"> {
  readonly name: string;
  readonly component: string;
  readonly at: string;
}

/** Namespace of events about an object; those about a cluster-scoped object are in the namespace `default`. */
export function eventNamespaceOf({ metadata }: KubeObject): string {
  return metadata.namespace ?? "default";
}

/** An event about an object, in the form that `kubectl describe` expects. */
export function objectEvent(object: KubeObject, { name, type, reason, message, component, at }: EventText): Event {
  const { apiVersion = "", kind = "", metadata } = object;
  const { namespace, uid = "" } = metadata;
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name, namespace: eventNamespaceOf(object), creationTimestamp: at },
    involvedObject: { apiVersion, kind, name: metadata.name, ...(namespace !== undefined && { namespace }), uid },
    type,
    reason,
    message,
    source: { component },
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  };
}
