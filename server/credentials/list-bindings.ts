import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { credentialsBindings, type KubeResource, secretBindings } from "#lib/kube/resource.ts";
import type { Bindings, CredentialsBinding, SecretBinding } from "#lib/policy/rotations/cloud-credentials.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";

const pageSize = 500;
const mostPages = 20;

interface Listing {
  readonly client: GardenClient;
  readonly signal: AbortSignal;
}

/** The bindings of a namespace, or of all that the user may list at once; undefined where the garden forbids it. */
export async function listBindings(listing: Listing, namespace: string | undefined): Promise<Bindings | undefined> {
  const [ofSecrets, ofCredentials] = await Promise.all([
    listAll<SecretBinding>(listing, secretBindings, namespace),
    listAll<CredentialsBinding>(listing, credentialsBindings, namespace),
  ]);
  if (ofSecrets === undefined && ofCredentials === undefined) return undefined;
  return { secretBindings: ofSecrets ?? [], credentialsBindings: ofCredentials ?? [] };
}

/** A garden that does not have the resource has none of it: SecretBindings will be gone one day. */
async function listAll<Item extends KubeObject>(
  { client, signal }: Listing,
  resource: KubeResource,
  namespace: string | undefined,
): Promise<readonly Item[] | undefined> {
  const target = namespace === undefined ? { resource } : { resource, namespace };
  const items: Item[] = [];
  let next: string | undefined;
  try {
    for (let page = 0; page < mostPages; page += 1) {
      const { body } = await client.list<Item>(target, { limit: pageSize, continue: next, signal });
      items.push(...(body.items ?? []));
      next = body.metadata.continue;
      if (!next) break;
    }
    return items;
  } catch (error) {
    if (!(error instanceof GardenError)) throw error;
    if (error.reason === "not-found") return [];
    if (error.reason === "forbidden") return undefined;
    throw error;
  }
}
