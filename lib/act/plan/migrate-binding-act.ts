import type { Act } from "#lib/contract/act.ts";
import { credentialsBindingOf } from "#lib/garden/binding-of.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type BindingReplacement, replacementOfSecretBinding } from "#lib/policy/accounts/migration.ts";
import type { CloudCredentialsBindings } from "#lib/policy/rotations/cloud-credentials.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { ActBlocker } from "./act-blocker.ts";

/** Returns whether an action moves a cluster to a CredentialsBinding. It says only what goes; the plan says what comes. */
export function isBindingMigration(act: Act): boolean {
  return act.kind === "change" && act.about === "credentials-binding";
}

/** Returns the CredentialsBinding that replaces a Shoot's SecretBinding, or why there is none. */
export function findBindingReplacement(
  { metadata, spec }: Shoot,
  bindings: CloudCredentialsBindings | undefined,
): Result<BindingReplacement, ActBlocker> {
  const binding = credentialsBindingOf(spec);
  if (binding?.kind !== "SecretBinding") return fail({ code: "no-secret-binding" });
  if (bindings === undefined) return fail({ code: "bindings-unreadable" });
  const { namespace = "" } = metadata;
  const shoot = { namespace, secretBindingName: binding.name, providerType: spec.provider.type };
  const replacement = replacementOfSecretBinding(shoot, bindings);
  return replacement === undefined ? fail({ code: "secret-binding-missing", name: binding.name }) : ok(replacement);
}
