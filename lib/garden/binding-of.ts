import type { ShootSpec } from "./shoot.ts";

/** Returns the binding to a Shoot's cloud credentials; undefined when it has none, as without workers. */
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
