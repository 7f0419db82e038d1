import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import { type Message, message, text } from "#lib/language/text.ts";

export const credentialsAdoptionLabels: {
  readonly [Uptake in CloudCredentials["clusters"][number]["uptake"]]: Message;
} = {
  "uses-new": message("updated"),
  "too-soon": message("reconciled too soon after the change to count"),
  waits: message("waits to be reconciled"),
  failed: message("failed"),
  unknown: message("not known"),
};

const unread = {
  forbidden: message("You are not allowed to see it."),
  "not-found": message("It is not there."),
  "leads-nowhere": message("It names no credentials."),
} as const satisfies { readonly [Why in NonNullable<CloudCredentials["unread"]>]: Message };

/** Describes the credentials binding and the cloud credentials of a cluster, by name only. */
export function describeBinding({ binding, credentials, unread: why }: CloudCredentials): string {
  if (!binding) return text("This cluster uses no cloud account.");
  const named = `${binding.kind} ${binding.name}`;
  if (!credentials) {
    const used = text("It uses the {binding}.", { binding: named });
    return why === undefined ? used : `${used} ${text(unread[why])}`;
  }
  const ends = { binding: named, credentials: `${credentials.kind} ${credentials.name}` };
  return credentials.namespace === binding.namespace
    ? text("The {binding} leads to the {credentials}.", ends)
    : text("The {binding} leads to the {credentials} in the namespace {namespace}.", {
        binding: ends.binding,
        credentials: ends.credentials,
        namespace: credentials.namespace,
      });
}

const unknownChanges = {
  forbidden: message("When the Secret was last changed is not known: you are not allowed to read it."),
  "not-found": message("The Secret is not there."),
  "not-recorded": message("When the Secret was changed last is not recorded."),
  "not-read": message("When the Secret was changed last was not read: the project has too many accounts."),
  "no-secret": message("A WorkloadIdentity holds no secret: there is nothing to exchange."),
  internal: message("An InternalSecret holds the secret: the operator of the garden exchanges it."),
} as const satisfies { readonly [Why in NonNullable<CloudCredentials["changeUnknown"]>]: Message };

export function describeUnknownCredentialChange(why: CloudCredentials["changeUnknown"]): string {
  return text(unknownChanges[why ?? "not-recorded"]);
}

export interface CredentialsAdoptionFacts
  extends Pick<CloudCredentials, "upToDate" | "mayDisableOld" | "changedAt" | "changeUnknown" | "mayBeMore"> {
  /** Number of clusters that use the credentials, as far as the user sees. */
  readonly total: number;
}

/** Describes whether the old cloud credentials may be disabled at the provider. */
export function describeCredentialsAdoption(data: CredentialsAdoptionFacts): string {
  const { total, upToDate, mayDisableOld, changedAt, changeUnknown, mayBeMore } = data;
  if (changeUnknown === "no-secret") return usedBy(total, mayBeMore);
  if (changedAt === undefined) {
    return text("After an exchange, reconcile every cluster that shares them before you switch the old ones off.");
  }
  if (!mayDisableOld) {
    return text("{count} of {total} not known to use the new ones: keep both valid.", {
      count: total - upToDate,
      total,
    });
  }
  if (total === 0) return mayBeMore ? text("No cluster that you can see uses them.") : text("No cluster uses them.");
  if (!mayBeMore) {
    return text("All {total} clusters have been reconciled since the change: the old ones may be switched off.", {
      total,
    });
  }
  return text(
    "All {total} clusters that you can see have been reconciled since the change: the old ones may be switched off if no other uses them.",
    { total },
  );
}

/** Describes which clusters are not counted, or why there is no number; undefined if all are counted. */
export function describeUncountedClusters({
  mayBeMore,
  unreadProjects,
  hasUnreadBindings,
}: Pick<CloudCredentials, "mayBeMore" | "unreadProjects" | "hasUnreadBindings">): string | undefined {
  if (hasUnreadBindings) return text("There may be more: only the first 10,000 bindings are read.");
  if (unreadProjects.length > 0) {
    return text(
      "There may be more: the bindings of {projects} could not be read, and projects that you do not see are not counted.",
      { projects: unreadProjects.join(", ") },
    );
  }
  if (!mayBeMore) return undefined;
  return text(
    "There may be more: a project that you do not see can use them too, and only who sees every project knows.",
  );
}

function usedBy(total: number, mayBeMore: boolean): string {
  if (total === 1) {
    return mayBeMore
      ? text("Only this cluster, of those that you can see, uses it.")
      : text("Only this cluster uses it.");
  }
  return mayBeMore
    ? text("{total} clusters that you can see use it.", { total })
    : text("{total} clusters use it.", { total });
}
