import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";

export const uptakeWords: { readonly [Uptake in CloudCredentials["clusters"][number]["uptake"]]: string } = {
  "uses-new": "updated",
  waits: "waits to be reconciled",
  failed: "failed",
  unknown: "not known",
};

const unread = {
  forbidden: "You are not allowed to see it.",
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
  forbidden: "When the Secret was last changed is not known: you are not allowed to read it.",
  "not-found": "The Secret is not there.",
  "not-recorded": "When the Secret was changed last is not recorded.",
  "no-secret": "A WorkloadIdentity holds no secret: there is nothing to exchange.",
} as const satisfies { readonly [Why in NonNullable<CloudCredentials["changeUnknown"]>]: string };

export function changeSentence(why: CloudCredentials["changeUnknown"]): string {
  return unknownChanges[why ?? "not-recorded"];
}

/** Whether the old credentials may be switched off at the provider. */
export function rolloverSentence(data: CloudCredentials): string {
  const { clusters, upToDate, mayDisableOld, changedAt, changeUnknown, mayBeMore } = data;
  const total = clusters.length;
  if (changeUnknown === "no-secret") return `${count(total, mayBeMore)} it.`;
  if (changedAt === undefined) {
    return "After an exchange, reconcile every cluster that shares them before you switch the old ones off.";
  }
  if (!mayDisableOld) {
    return `Wait for ${total - upToDate} of ${total}: keep the old ones valid.`;
  }
  if (!mayBeMore) {
    return `All ${total} clusters have been reconciled since the change: the old ones may be switched off.`;
  }
  return `All ${total} clusters that you can see have been reconciled since the change: the old ones may be switched off if no other uses them.`;
}

/** What is not counted, and why no number is told; undefined where everything is. */
export function uncountedSentence({ mayBeMore, unreadProjects }: CloudCredentials): string | undefined {
  if (unreadProjects.length > 0) {
    return `There may be more: the bindings of ${unreadProjects.join(", ")} could not be read, and projects that you do not see are not counted.`;
  }
  if (!mayBeMore) return undefined;
  return "There may be more: a project that you do not see can use them too, and only who sees every project knows.";
}

function count(total: number, mayBeMore: boolean): string {
  const seen = mayBeMore ? " that you can see" : "";
  return total === 1
    ? `Only this cluster${mayBeMore ? ", of those that you can see," : ""} uses`
    : `${total} clusters${seen} use`;
}
