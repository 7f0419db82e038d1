import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { GardenClient } from "./garden-client.ts";
import { resultOrReason } from "./garden-error.ts";
import { listPages } from "./list-pages.ts";

const pageSize = 500;
const mostPages = 20;

export interface ListAllContext {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
  readonly labelSelector?: string | undefined;
}

/** Objects of a resource, and whether there are more than are read. */
export interface ReadList<Item extends KubeObject> {
  readonly items: readonly Item[];
  readonly isCut: boolean;
}

/**
 * Lists all objects of a resource, in one namespace or in all, up to ten thousand. Undefined where the user has no
 * permission; empty in a garden that does not have the resource.
 */
export async function listAll<Item extends KubeObject>(
  listing: ListAllContext,
  resource: KubeResource,
  namespace?: string,
): Promise<readonly Item[] | undefined> {
  return (await listAllOrCut<Item>(listing, resource, namespace))?.items;
}

/** Like `listAll`, and tells whether there are more. */
export async function listAllOrCut<Item extends KubeObject>(
  listing: ListAllContext,
  resource: KubeResource,
  namespace?: string,
): Promise<ReadList<Item> | undefined> {
  const target = namespace === undefined ? { resource } : { resource, namespace };
  const list = await resultOrReason(readList<Item>(listing, target), "not-found", "forbidden");
  if (list === "not-found") return { items: [], isCut: false };
  return list === "forbidden" ? undefined : list;
}

async function readList<Item extends KubeObject>(
  { client, ...options }: ListAllContext,
  target: CollectionTarget,
): Promise<ReadList<Item>> {
  const items: Item[] = [];
  let pages = 0;
  for await (const page of listPages<Item>(client, target, { ...options, limit: pageSize })) {
    items.push(...(page.items ?? []));
    pages += 1;
    if (pages === mostPages) return { items, isCut: Boolean(page.metadata.continue) };
  }
  return { items, isCut: false };
}
