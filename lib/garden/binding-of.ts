import type { ShootSpec } from "./shoot.ts";

/** Returns the reference to a Shoot's credentials binding; undefined if it has none, for instance without workers. */
export function credentialsBindingOf({
  credentialsBindingName,
  secretBindingName,
}: Pick<ShootSpec, "credentialsBindingName" | "secretBindingName">):
  | { readonly kind: "CredentialsBinding" | "SecretBinding"; readonly name: string }
  | undefined {
  if (credentialsBindingName) return { kind: "CredentialsBinding", name: credentialsBindingName };
  if (secretBindingName) return { kind: "SecretBinding", name: secretBindingName };
  return undefined;
}
