import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { ConcurrencyLimit } from "#lib/concurrency-limit.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/** A ConfigMap to be made where there is none. Of one that is there, only the data and these labels are changed. */
export type ConfigMap = KubeObject & { readonly data: Readonly<Record<string, string>> };

export interface StoredChange<Value> {
  readonly value: Value;
  /** Absent when there is nothing to write. */
  readonly object?: ConfigMap;
}

interface Keeping {
  readonly client: GardenClient;
  readonly target: ObjectTarget;
  readonly signal?: AbortSignal;
  /** A larger one is refused as a bad answer. */
  readonly limitBytes?: number;
}

/** Several people may change it at once. A refused write has done nothing, so the change is applied to what stands there then. */
const mostAttempts = 12;
/** Between attempts, longer each time and by chance: replicas that met each other once do not meet again. */
const longestPauseMs = 20;

/** What one credential changes in one place in this process is changed in turn: only other replicas are met. */
const turns = new WeakMap<GardenClient, Map<string, Turn>>();

interface Turn {
  readonly limit: ConcurrencyLimit;
  waiting: number;
}

async function inTurn<Value>({ client, target, signal }: Keeping, work: () => Promise<Value>): Promise<Value> {
  const places = turns.get(client) ?? new Map<string, Turn>();
  turns.set(client, places);
  const key = `${target.namespace} ${target.name}`;
  const turn = places.get(key) ?? { limit: new ConcurrencyLimit(1), waiting: 0 };
  places.set(key, turn);
  turn.waiting += 1;
  try {
    return await turn.limit.run(work, signal);
  } finally {
    turn.waiting -= 1;
    if (turn.waiting === 0) places.delete(key);
  }
}

/** Applies a change to what is kept, bound to the version that was read. `change` throws where it cannot be applied. */
export function changeConfigMap<Value>(
  keeping: Keeping,
  change: (kept: KubeObject | undefined) => StoredChange<Value>,
): Promise<Value> {
  return inTurn(keeping, () => changeUntilKept(keeping, change));
}

async function changeUntilKept<Value>(
  keeping: Keeping,
  change: (kept: KubeObject | undefined) => StoredChange<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changeOnce(keeping, change);
    } catch (error) {
      const raced = error instanceof GardenError && (error.reason === "conflict" || error.reason === "already-exists");
      if (!raced || attempt >= mostAttempts) throw error;
      await pause(Math.random() * longestPauseMs * attempt, undefined, { signal: keeping.signal });
    }
  }
}

async function changeOnce<Value>(
  { client, target, signal }: Keeping,
  change: (kept: KubeObject | undefined) => StoredChange<Value>,
): Promise<Value> {
  const kept = await findConfigMap({ client, target, ...(signal && { signal }) });
  const { value, object } = change(kept);
  if (object === undefined) return value;
  const { name: _, ...collection } = target;
  if (kept === undefined) await client.create(collection, object, { signal });
  else {
    const { uid, resourceVersion = "" } = kept.metadata;
    const { labels } = object.metadata;
    const metadata = { uid, resourceVersion, ...(labels && { labels }) };
    await client.patch(target, { metadata, data: object.data }, { signal });
  }
  return value;
}

/** Undefined where nothing is kept yet. */
export async function findConfigMap(keeping: Keeping): Promise<KubeObject | undefined> {
  const { client, target, ...options } = keeping;
  try {
    return (await client.get<KubeObject>(target, options)).body;
  } catch (error) {
    if (error instanceof GardenError && error.reason === "not-found") return undefined;
    throw error;
  }
}
