import "server-only";
import type { ShootEvent } from "#lib/contract/activity.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/** An event as either API writes it: the older one counts, the newer one has a series. */
export function toShootEvent(event: KubeObject): ShootEvent {
  const count = fieldAt(event, "series", "count") ?? fieldAt(event, "count");
  const component = textAt(event, "source", "component") ?? textAt(event, "reportingComponent");
  const once = textAt(event, "eventTime");
  const firstAt = textAt(event, "firstTimestamp") ?? once ?? textAt(event, "metadata", "creationTimestamp");
  const lastAt = textAt(event, "series", "lastObservedTime") ?? textAt(event, "lastTimestamp") ?? once ?? firstAt;
  return {
    id: event.metadata.uid ?? event.metadata.name,
    type: textAt(event, "type") ?? "Normal",
    reason: textAt(event, "reason") ?? "",
    message: (textAt(event, "message") ?? textAt(event, "note") ?? "").slice(0, 4_000),
    count: typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 1,
    ...(component !== undefined && component !== "" && { component }),
    ...(firstAt !== undefined && { firstAt }),
    ...(lastAt !== undefined && { lastAt }),
  };
}
