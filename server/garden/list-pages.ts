import "server-only";
import type { KubeList, KubeObject } from "#lib/kube/object.ts";
import type { CollectionTarget } from "#lib/kube/paths.ts";
import type { GardenClient, ListOptions } from "./garden-client.ts";

/** Iterates over the pages of a list. Each page is requested when the iteration reaches it. @throws GardenError */
export async function* listPages<Item extends KubeObject>(
  client: GardenClient,
  target: CollectionTarget,
  options: Omit<ListOptions, "continue"> & { readonly limit: number },
): AsyncGenerator<KubeList<Item>> {
  let next: string | undefined;
  do {
    const { body } = await client.list<Item>(target, { ...options, continue: next });
    yield body;
    next = body.metadata.continue;
  } while (next);
}
