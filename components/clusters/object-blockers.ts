import { message, text } from "#lib/language/text.ts";
import { viewOnlyDescription } from "#lib/words/responsible-party-labels.ts";
import type { Cluster } from "./use-cluster.ts";

const goneDescription = message("The cluster is no longer there.");

/** Returns why the user cannot change the Shoot; undefined if changes are possible. */
export function findShootWriteBlocker({ gone, detail }: Pick<Cluster, "gone" | "detail">): string | undefined {
  if (gone) return text(goneDescription);
  const { patchShoot, uncertain } = detail.permissions;
  return patchShoot || uncertain ? undefined : text(viewOnlyDescription);
}

/** Why no kubeconfig can be retrieved; undefined if the garden may issue one. */
export function kubeconfigUnavailableReason({ gone, shoot }: Pick<Cluster, "gone" | "shoot">): string | undefined {
  if (gone) return text(goneDescription);
  return shoot.status?.lastOperation ? undefined : text("The cluster has not been reconciled yet.");
}
