import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { GardenClient } from "./garden-client.ts";
import { GardenError } from "./garden-error.ts";
import { listPages } from "./list-pages.ts";

const pageSize = 500;
const mostPages = 20;

export interface Listing {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
  readonly labelSelector?: string | undefined;
}

/**
 * All objects of a resource, of one namespace or of the garden; undefined where the garden forbids it. A garden that does
 * not have the resource has none of it.
 */
export async function listAll<Item extends KubeObject>(
  { client, signal, labelSelector }: Listing,
  resource: KubeResource,
  namespace?: string,
): Promise<readonly Item[] | undefined> {
  const target = namespace === undefined ? { resource } : { resource, namespace };
  const items: Item[] = [];
  let pages = 0;
  try {
    for await (const page of listPages<Item>(client, target, { limit: pageSize, labelSelector, signal })) {
      items.push(...(page.items ?? []));
      pages += 1;
      if (pages === mostPages) break;
    }
    return items;
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "not-found") return [];
    if (error.reason === "forbidden") return undefined;
    throw error;
  }
}
