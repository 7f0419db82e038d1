import "server-only";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { GardenClient, ListOptions, ListPage, WatchOptions } from "#server/garden/garden-client.ts";

/** List and watch of one collection. The seam between the reflector and the network. */
export interface CollectionTransport {
  list(options: ListOptions): Promise<ListPage>;
  /** The bytes of a watch: JSON texts, one a line. */
  watch(options: WatchOptions): Promise<AsyncIterable<Uint8Array>>;
}

export interface CollectionScope extends CollectionTarget {
  readonly labelSelector?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export function collectionTransport(client: GardenClient, scope: CollectionScope): CollectionTransport {
  const { labelSelector, fields, ...target } = scope;
  const selectors = { labelSelector, fields };
  return {
    // The reflector knows how to wait before it reads everything again. What is on its way is better not thrown away.
    list: (options) => client.listPage(target, { ...options, ...selectors, once: options.continue === undefined }),
    watch: (options) => client.watch(target, { ...options, ...selectors, once: options.sendInitialEvents ?? false }),
  };
}
