import "server-only";
import { credentialsBindings, secretBindings } from "#lib/kube/resource.ts";
import type { Bindings, CredentialsBinding, SecretBinding } from "#lib/policy/rotations/cloud-credentials.ts";
import { type Listing, listAll } from "#server/garden/list-all.ts";

/** The bindings of a namespace, or of all that the user may list at once; undefined where the garden forbids it. */
export async function listBindings(listing: Listing, namespace: string | undefined): Promise<Bindings | undefined> {
  // SecretBindings will be gone one day: a garden without them has none.
  const [ofSecrets, ofCredentials] = await Promise.all([
    listAll<SecretBinding>(listing, secretBindings, namespace),
    listAll<CredentialsBinding>(listing, credentialsBindings, namespace),
  ]);
  if (ofSecrets === undefined && ofCredentials === undefined) return undefined;
  return { secretBindings: ofSecrets ?? [], credentialsBindings: ofCredentials ?? [] };
}
