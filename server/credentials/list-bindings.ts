import "server-only";
import { credentialsBindings, secretBindings } from "#lib/kube/resource.ts";
import type {
  CloudCredentialsBindings,
  CredentialsBinding,
  SecretBinding,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { type ListAllContext, listAllOrCut } from "#server/garden/list-all.ts";

export interface ReadBindings extends CloudCredentialsBindings {
  /** Whether there are more than are read. */
  readonly isCut: boolean;
}

/** Lists the bindings (SecretBinding, CredentialsBinding) of a namespace, or all; undefined without permission. */
export async function listBindings(
  listing: ListAllContext,
  namespace: string | undefined,
): Promise<ReadBindings | undefined> {
  // SecretBindings are deprecated: in a garden without this resource the list is empty.
  const [ofSecrets, ofCredentials] = await Promise.all([
    listAllOrCut<SecretBinding>(listing, secretBindings, namespace),
    listAllOrCut<CredentialsBinding>(listing, credentialsBindings, namespace),
  ]);
  if (ofSecrets === undefined && ofCredentials === undefined) return undefined;
  return {
    secretBindings: ofSecrets?.items ?? [],
    credentialsBindings: ofCredentials?.items ?? [],
    isCut: ofSecrets?.isCut === true || ofCredentials?.isCut === true,
  };
}
