import "server-only";
import type { ListedCredentialsUses } from "#lib/contract/project/accounts.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type CredentialsRef, credentialsKey } from "#lib/policy/rotations/cloud-credentials.ts";
import { adoptionOfCredentials } from "#server/credentials/credentials-adoption.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { AccountPlace } from "./account-context.ts";
import type { CredentialsUses } from "./account-uses.ts";

/** Maximum number of clusters that are listed for the same credentials, or the same Secret; all are counted. */
export const mostListedClusters = 50;

export type CredentialsChange = Pick<ListedCredentialsUses, "changedAt" | "changeUnknown">;

interface UsesFacts {
  readonly place: AccountPlace;
  readonly changes: ReadonlyMap<string, CredentialsChange>;
  readonly uses: CredentialsUses;
  /** Clusters by the key of the credentials that they name without a binding. */
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

function usesOf(credentials: CredentialsRef, { changes, uses, naming, projectOf }: UsesFacts): ListedCredentialsUses {
  const key = credentialsKey(credentials);
  const change = changes.get(key);
  const users = {
    bound: uses.clusters(credentials),
    naming: naming.get(key) ?? [],
    projectOf: (namespace: string) => projectOf(namespace) ?? namespace,
  };
  const { clusters, ...adoption } = adoptionOfCredentials(users, change?.changedAt);
  return { ...change, ...adoption, clusters: firstWaiting(clusters), clusterCount: clusters.length };
}

/** The clusters to list: if there are too many, those that do not use new credentials yet come first. */
function firstWaiting(clusters: ListedCredentialsUses["clusters"]): ListedCredentialsUses["clusters"] {
  if (clusters.length <= mostListedClusters) return clusters;
  const [done, waiting] = [clusters.filter(isDone), clusters.filter((each) => !isDone(each))];
  return [...waiting, ...done].slice(0, mostListedClusters);
}

function isDone({ uptake }: ListedCredentialsUses["clusters"][number]): boolean {
  return uptake === "uses-new";
}
