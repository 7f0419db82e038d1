import "server-only";
import type { CloudCredentials } from "#lib/contract/credentials-cloud.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { credentialsRollover } from "#lib/policy/rotations/cloud-credentials.ts";

interface CredentialsUsers {
  /** Clusters that use the credentials through a binding. */
  readonly bound: readonly Shoot[];
  /** Clusters that name the credentials themselves, such as for DNS records; some can have a binding to it, too. */
  readonly naming: readonly Shoot[];
  readonly projectOf: (namespace: string) => string;
}

/**
 * Which clusters have taken the newest values of some credentials. Gardener copies the Secrets that a cluster names when
 * it reconciles the cluster, so one without a binding is waited for like any other.
 */
export function adoptionOfCredentials(
  { bound, naming, projectOf }: CredentialsUsers,
  changedAt: string | undefined,
): Pick<CloudCredentials, "clusters" | "upToDate" | "mayDisableOld"> {
  const uids = new Set(bound.map(({ metadata }) => metadata.uid));
  const users = [...bound, ...naming.filter(({ metadata }) => !uids.has(metadata.uid))];
  const { shoots, upToDate, mayDisableOld } = credentialsRollover(users, changedAt);
  return {
    clusters: shoots.map(({ shoot: { metadata }, uptake, reconciledAt }) => ({
      uid: metadata.uid ?? "",
      project: projectOf(metadata.namespace ?? ""),
      name: metadata.name,
      uptake,
      ...(reconciledAt !== undefined && { reconciledAt }),
      ...(!uids.has(metadata.uid) && { withoutBinding: true }),
    })),
    upToDate,
    mayDisableOld: mayDisableOld && changedAt !== undefined,
  };
}
