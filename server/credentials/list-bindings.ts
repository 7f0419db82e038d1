import "server-only";
import { credentialsBindings, secretBindings } from "#lib/kube/resource.ts";
import type {
  CloudCredentialsBindings,
  CredentialsBinding,
  SecretBinding,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { type ListAllContext, listAll } from "#server/garden/list-all.ts";

/** Lists the bindings (SecretBinding, CredentialsBinding) of a namespace, or all; undefined without permission. */
export async function listBindings(
  listing: ListAllContext,
  namespace: string | undefined,
): Promise<CloudCredentialsBindings | undefined> {
  // SecretBindings are deprecated: in a garden without this resource the list is empty.
  const [ofSecrets, ofCredentials] = await Promise.all([
    listAll<SecretBinding>(listing, secretBindings, namespace),
    listAll<CredentialsBinding>(listing, credentialsBindings, namespace),
  ]);
  if (ofSecrets === undefined && ofCredentials === undefined) return undefined;
  return { secretBindings: ofSecrets ?? [], credentialsBindings: ofCredentials ?? [] };
}
