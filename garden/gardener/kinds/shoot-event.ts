import "server-only";
import type { Event } from "#garden/api/core/core-objects.ts";
import type { Shoot } from "#lib/garden/shoot.ts";

interface EventText extends Pick<Event, "type" | "reason" | "message"> {
  readonly name: string;
  readonly component: string;
  readonly at: string;
}

/** An event about a Shoot, in the form that `kubectl describe` expects. */
export function shootEvent(shoot: Shoot, { name, type, reason, message, component, at }: EventText): Event {
  const { namespace = "", uid = "" } = shoot.metadata;
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name, namespace, creationTimestamp: at },
    involvedObject: {
      apiVersion: "core.gardener.cloud/v1beta1",
      kind: "Shoot",
      name: shoot.metadata.name,
      namespace,
      uid,
    },
    type,
    reason,
    message,
    source: { component },
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  };
}
