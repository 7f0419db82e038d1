import "server-only";
import type { GardenClockSource } from "#garden/api/clock/clock.ts";
import { collectionKeyOf, type ObjectStore } from "#garden/api/store/store.ts";
import { sha256Of } from "#garden/gardener/controllers/machines/pool-machines.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { events, nodes } from "#lib/kube/resource.ts";
import { uuidOf } from "../nodes/node-object.ts";

/** An event about a Node. */
export interface NodeEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

const retentionMs = 60 * 60_000;

interface Cluster {
  readonly store: ObjectStore;
  readonly clock: GardenClockSource;
  /** UID of the Shoot, so that events of different clusters have different UIDs. */
  readonly uid: string;
}

/** Records events about the Nodes of one cluster, and deletes them after an hour. */
export function createNodeEvents({ store, clock, uid }: Cluster) {
  const key = collectionKeyOf(events);
  let sequence = 0;

  return {
    record(node: string, { type, reason, message, component }: NodeEvent): void {
      const nowMs = clock.now().getTime();
      const at = formatInstant(nowMs);
      sequence += 1;
      const name = `${node}.${nowMs.toString(16)}${sequence.toString(16)}`;
      const { uid: nodeUid = "" } = store.collection(collectionKeyOf(nodes)).get(undefined, node)?.metadata ?? {};
      store.put(key, {
        apiVersion: "v1",
        kind: events.kind,
        metadata: { name, namespace: "default", uid: uuidOf(sha256Of(uid, name)), creationTimestamp: at },
        ...{
          involvedObject: { apiVersion: "v1", kind: nodes.kind, name: node, uid: nodeUid },
          type,
          reason,
          message,
          source: { component, host: node },
          firstTimestamp: at,
          lastTimestamp: at,
          count: 1,
        },
      });
    },
    forgetOld(): void {
      const until = clock.now().getTime() - retentionMs;
      for (const event of store.collection(key).list()) {
        if ((parseInstant(event.metadata.creationTimestamp) ?? 0) < until) store.remove(key, event);
      }
    },
  };
}
