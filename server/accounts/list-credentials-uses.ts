import "server-only";
import type { ListedCredentialsUses } from "#lib/contract/project/accounts.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import {
  type CredentialsRef,
  credentialsRollover,
  type ShootCredentialsAdoption,
} from "#lib/policy/rotations/cloud-credentials.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { AccountPlace } from "./account-context.ts";
import { type CredentialsUses, credentialsKey } from "./account-uses.ts";

/** Maximum number of clusters that are listed for the same credentials, or the same Secret; all are counted. */
export const mostListedClusters = 50;

export type CredentialsChange = Pick<ListedCredentialsUses, "changedAt" | "changeUnknown">;

interface UsesFacts {
  readonly place: AccountPlace;
  readonly changes: ReadonlyMap<string, CredentialsChange>;
  readonly uses: CredentialsUses;
  /** Clusters of the project by the Secrets that they name without a binding. */
  readonly naming: ReadonlyMap<string, readonly Shoot[]>;
  readonly projectOf: (namespace: string) => string | undefined;
}

/** What uses each of some credentials, each once. @returns the list, and the place in it by the key of the credentials */
export async function listCredentialsUses(
  named: readonly CredentialsRef[],
  facts: UsesFacts,
): Promise<{ readonly uses: ListedCredentialsUses[]; readonly placeOf: ReadonlyMap<string, number> }> {
  const distinct = new Map(named.map((reference) => [credentialsKey(reference), reference]));
  const uses: ListedCredentialsUses[] = [];
  await forEachInTimeSlices(distinct.values(), (each) => void uses.push(usesOf(each, facts)), facts.place.signal);
  return { uses, placeOf: new Map([...distinct.keys()].map((key, place) => [key, place])) };
}

function usesOf(credentials: CredentialsRef, facts: UsesFacts): ListedCredentialsUses {
  const change = facts.changes.get(credentialsKey(credentials));
  const users = facts.uses.clusters(credentials);
  const { shoots, upToDate, mayDisableOld } = credentialsRollover(users, change?.changedAt);
  const others = clustersNaming(credentials, users, facts);
  return {
    ...change,
    clusters: firstWaiting(shoots).map(({ shoot: { metadata }, uptake, reconciledAt }) => ({
      uid: metadata.uid ?? "",
      project: facts.projectOf(metadata.namespace ?? "") ?? metadata.namespace ?? "",
      name: metadata.name,
      uptake,
      ...(reconciledAt !== undefined && { reconciledAt }),
    })),
    clusterCount: shoots.length,
    upToDate,
    mayDisableOld: mayDisableOld && change?.changedAt !== undefined,
    namedBy: others.slice(0, mostListedClusters).map(({ metadata }) => ({
      project: facts.place.project.metadata.name,
      name: metadata.name,
    })),
    namedByCount: others.length,
  };
}

/** The clusters to list: if there are too many, those that do not use new credentials yet come first. */
function firstWaiting(shoots: readonly ShootCredentialsAdoption[]): readonly ShootCredentialsAdoption[] {
  if (shoots.length <= mostListedClusters) return shoots;
  const [done, waiting] = [shoots.filter(isDone), shoots.filter((each) => !isDone(each))];
  return [...waiting, ...done].slice(0, mostListedClusters);
}

function isDone({ uptake }: ShootCredentialsAdoption): boolean {
  return uptake === "uses-new";
}

/** Clusters that do not use credentials through a binding, but name their Secret, such as for DNS records. */
function clustersNaming(
  { kind, namespace, name }: CredentialsRef,
  users: readonly Shoot[],
  { place, naming }: UsesFacts,
): readonly Shoot[] {
  if (kind !== "Secret" || namespace !== place.namespace) return [];
  const group = naming.get(name) ?? [];
  if (group.length === 0) return [];
  const uids = new Set(users.map(({ metadata }) => metadata.uid));
  return group.filter(({ metadata }) => !uids.has(metadata.uid));
}
