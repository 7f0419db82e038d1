import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";

export const uptakeWords: { readonly [Uptake in CloudCredentials["clusters"][number]["uptake"]]: string } = {
  "uses-new": "has the new ones",
  waits: "waits to be reconciled",
  failed: "failed",
  unknown: "not known",
};

const unread = {
  forbidden: "You may not look at it.",
  "not-found": "It is not there.",
  "leads-nowhere": "It names no credentials.",
} as const satisfies { readonly [Why in NonNullable<CloudCredentials["unread"]>]: string };

/** Through which binding the cluster comes to which credentials: names only. */
export function bindingSentence({ binding, credentials, unread: why }: CloudCredentials): string {
  if (!binding) return "This cluster uses no cloud account.";
  const named = `${binding.kind} ${binding.name}`;
  if (!credentials) return `It uses the ${named}. ${why === undefined ? "" : unread[why]}`.trim();
  const elsewhere = credentials.namespace === binding.namespace ? "" : ` in the namespace ${credentials.namespace}`;
  return `The ${named} leads to the ${credentials.kind} ${credentials.name}${elsewhere}.`;
}

const unknownChanges = {
  forbidden: "When the Secret was changed last is not known: you may not look at it.",
  "not-found": "The Secret is not there.",
  "not-recorded": "When the Secret was changed last is not recorded.",
  "no-secret": "A WorkloadIdentity holds no secret: there is nothing to exchange.",
} as const satisfies { readonly [Why in NonNullable<CloudCredentials["changeUnknown"]>]: string };

export function changeSentence(why: CloudCredentials["changeUnknown"]): string {
  return unknownChanges[why ?? "not-recorded"];
}

/** Whether the old credentials may be switched off at the provider. */
export function rolloverSentence(data: CloudCredentials): string {
  const { clusters, upToDate, mayDisableOld, changedAt, changeUnknown, unreadProjects } = data;
  const total = clusters.length;
  if (changeUnknown === "no-secret") return `${count(total)} it.`;
  if (changedAt === undefined) {
    return "After an exchange, reconcile every cluster that shares them before you switch the old ones off.";
  }
  if (!mayDisableOld) {
    return `Wait for ${total - upToDate} of ${total}: keep the old ones valid until each has been reconciled since the change.`;
  }
  const seen = unreadProjects.length > 0 ? " that you can see" : "";
  return `All ${total} clusters${seen} have been reconciled since the change: the old ones may be switched off.`;
}

function count(total: number): string {
  return total === 1 ? "Only this cluster uses" : `${total} clusters use`;
}
