import "server-only";
import { credentialsBindings, secretBindings } from "#lib/kube/resource.ts";
import type { Bindings, CredentialsBinding, SecretBinding } from "#lib/policy/rotations/cloud-credentials.ts";
import { type Listing, listAll } from "#server/garden/list-all.ts";

/** Lists the bindings of a namespace, or of the whole garden; undefined where the garden forbids it. */
export async function listBindings(listing: Listing, namespace: string | undefined): Promise<Bindings | undefined> {
  // SecretBindings are deprecated: a garden without that resource has none.
  const [ofSecrets, ofCredentials] = await Promise.all([
    listAll<SecretBinding>(listing, secretBindings, namespace),
    listAll<CredentialsBinding>(listing, credentialsBindings, namespace),
  ]);
  if (ofSecrets === undefined && ofCredentials === undefined) return undefined;
  return { secretBindings: ofSecrets ?? [], credentialsBindings: ofCredentials ?? [] };
}
