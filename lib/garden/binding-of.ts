import type { ShootSpec } from "./shoot.ts";

/** The binding that names the cloud credentials of a Shoot, undefined where none does, as without workers. */
export function bindingOf({
  credentialsBindingName,
  secretBindingName,
}: Pick<ShootSpec, "credentialsBindingName" | "secretBindingName">):
  | { readonly kind: "CredentialsBinding" | "SecretBinding"; readonly name: string }
  | undefined {
  if (credentialsBindingName) return { kind: "CredentialsBinding", name: credentialsBindingName };
  if (secretBindingName) return { kind: "SecretBinding", name: secretBindingName };
  return undefined;
}
