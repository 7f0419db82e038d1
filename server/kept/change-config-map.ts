import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";

/** A ConfigMap to be made where there is none. Of one that is there, only the data and these labels are changed. */
export type ConfigMap = KubeObject & { readonly data: Readonly<Record<string, string>> };

export interface KeptChange<Value> {
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
const mostAttempts = 4;

/** Applies a change to what is kept, bound to the version that was read. `change` throws where it cannot be applied. */
export async function changeConfigMap<Value>(
  keeping: Keeping,
  change: (kept: KubeObject | undefined) => KeptChange<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changeOnce(keeping, change);
    } catch (error) {
      const raced = error instanceof GardenError && (error.reason === "conflict" || error.reason === "already-exists");
      if (!raced || attempt >= mostAttempts) throw error;
    }
  }
}

async function changeOnce<Value>(
  { client, target, signal }: Keeping,
  change: (kept: KubeObject | undefined) => KeptChange<Value>,
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
