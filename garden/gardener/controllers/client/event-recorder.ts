import type { GardenClockSource } from "#garden/api/clock/clock.ts";
import type { Event } from "#garden/api/core/core-objects.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import { stringAt } from "#lib/kube/field.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { events } from "#lib/kube/resource.ts";
import { eventNamespaceOf, objectEvent } from "../../kinds/object-event.ts";

/** Time after which recorded events are deleted. */
const retentionMs = 60 * 60_000;

export type EventRecorder = ReturnType<typeof createEventRecorder>;

/** Records events about objects like Gardener's controllers, and deletes them after an hour to limit the number of stored events. */
export function createEventRecorder(api: GardenApi, clock: GardenClockSource, onFault: (error: unknown) => void) {
  const written: { readonly namespace: string; readonly name: string; readonly atMs: number }[] = [];
  let sequence = 0;

  const removeOld = (nowMs: number): void => {
    while (written[0] && written[0].atMs < nowMs - retentionMs) {
      const { namespace, name } = written[0];
      written.shift();
      if (api.get({ resource: events, namespace, name })) api.delete({ resource: events, namespace, name });
    }
  };

  /** An unused event name. A process that was restarted at the same clock time could already have used the name. */
  const freeName = (namespace: string, stem: string): string => {
    sequence += 1;
    const name = `${stem}${sequence.toString(16)}`;
    return api.get({ resource: events, namespace, name }) === undefined ? name : freeName(namespace, stem);
  };

  return {
    /** Adds existing events of a previous process, so that they are deleted when their time is over. */
    adopt(present: readonly Event[]): void {
      for (const { metadata, lastTimestamp } of present) {
        const atMs = parseInstant(lastTimestamp) ?? clock.now().getTime();
        written.push({ namespace: metadata.namespace ?? "", name: metadata.name, atMs });
      }
      written.sort((a, b) => a.atMs - b.atMs);
    },
    /** @param component that reports the event; the gardenlet of a Shoot by default */
    record(
      object: KubeObject,
      text: Pick<Event, "type" | "reason" | "message">,
      component = stringAt(object, "status", "gardener", "name") ?? "gardenlet",
    ): void {
      const nowMs = clock.now().getTime();
      const namespace = eventNamespaceOf(object);
      const name = freeName(namespace, `${object.metadata.name}.${nowMs.toString(16)}`);
      try {
        removeOld(nowMs);
        api.create(
          { resource: events, namespace },
          objectEvent(object, { ...text, component, name, at: formatInstant(nowMs) }),
        );
        written.push({ namespace, name, atMs: nowMs });
      } catch (error) {
        onFault(error);
      }
    },
  };
}
