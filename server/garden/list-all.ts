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

/**
 * Lists all objects of a resource, in one namespace or in all. Undefined where the user has no permission; empty in a
 * garden that does not have the resource.
 */
export async function listAll<Item extends KubeObject>(
  listing: ListAllContext,
  resource: KubeResource,
  namespace?: string,
): Promise<readonly Item[] | undefined> {
  const target = namespace === undefined ? { resource } : { resource, namespace };
  const items = await resultOrReason(itemsOf<Item>(listing, target), "not-found", "forbidden");
  if (items === "not-found") return [];
  return items === "forbidden" ? undefined : items;
}

async function itemsOf<Item extends KubeObject>({ client, ...options }: ListAllContext, target: CollectionTarget) {
  const items: Item[] = [];
  let pages = 0;
  for await (const page of listPages<Item>(client, target, { ...options, limit: pageSize })) {
    items.push(...(page.items ?? []));
    pages += 1;
    if (pages === mostPages) break;
  }
  return items;
}
