import "server-only";
import type { ReferenceReader } from "#lib/act/plan/read-named-things.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import type { CollectionTarget, ObjectTarget } from "#lib/kube/paths.ts";
import type { ObjectState } from "#lib/policy/admission/named-objects.ts";
import type { GardenClient, ListOptions } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { readReferred } from "#server/garden/read-referred.ts";

interface ReferenceReading {
  readonly client: GardenClient;
  readonly may: (attributes: ResourceAttributes) => Promise<boolean>;
  readonly holderOf: ReferenceReader["holderOf"];
  readonly signal: AbortSignal;
}

/** Asks with the user's own credential: what the user may not see says nothing. */
export function referenceReader({ client, may, holderOf, signal }: ReferenceReading): ReferenceReader {
  return {
    get: (target) => readReferred(client, target, signal),
    any: (resource, { namespace, labelSelector }) =>
      isThereAny(client, { resource, namespace }, { labelSelector, signal }),
    stateOf: (target) => stateOf(client, target, signal),
    list: (resource, among) =>
      listAll({ client, signal, labelSelector: among?.labelSelector }, resource, among?.namespace),
    holderOf,
    may: (attributes) =>
      may(attributes).catch((error: unknown) => {
        if (error instanceof GardenError && error.reason !== "unauthorized") return undefined;
        throw error;
      }),
  };
}

async function isThereAny(
  client: GardenClient,
  target: CollectionTarget,
  options: ListOptions,
): Promise<boolean | undefined> {
  try {
    return (await client.listMetadata(target, { ...options, limit: 1 })).items.length > 0;
  } catch (error) {
    if (error instanceof GardenError && error.reason === "forbidden") return undefined;
    throw error;
  }
}

async function stateOf(client: GardenClient, target: ObjectTarget, signal: AbortSignal): Promise<ObjectState> {
  try {
    await client.getMetadata(target, { signal });
    return "there";
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "not-found") return "missing";
    if (error.reason === "forbidden") return "forbidden";
    throw error;
  }
}
