import type { QueryClient } from "@tanstack/react-query";
import { requestAct, requestPreview } from "#components/data/acts/act-calls.ts";
import { ApiProblem } from "#components/data/calls/api-problem.ts";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { moveDestinationsQuery } from "#components/data/queries/move-queries.ts";
import { versionsQuery } from "#components/data/queries/versions-queries.ts";
import { saveRun } from "#components/data/storage/bulk-store.ts";
import {
  type ActWithDigest,
  type BulkCluster,
  type BulkIntent,
  type BulkRun,
  bestSeed,
} from "#lib/act/bulk/bulk-run.ts";
import { composeActForCluster, intentNeedsClusterState } from "#lib/act/bulk/compose-act-for-cluster.ts";
import { previewDigestOf } from "#lib/act/bulk/preview-digest.ts";
import { destinationOfMove, isSeedMove, moveSeedAct } from "#lib/act/plan/move-seed-act.ts";
import type { Act, ConfirmActRequest } from "#lib/contract/act.ts";
import type { FleetRow, FleetSnapshot } from "#lib/contract/fleet.ts";
import { followsProfile } from "#lib/fleet/profile-key.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { text } from "#lib/language/text.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { doesRowWaitForRetry } from "#lib/policy/next/row-operation.ts";
import { fail, ok, type Result } from "#lib/result.ts";

/** Functions on which the execution of a bulk run depends. API calls reject with an ApiProblem. */
export interface BulkRunDependencies {
  /** Previews the action on a cluster without writing. A failure is returned as a sentence. */
  readonly preview: (intent: BulkIntent, cluster: BulkCluster) => Promise<Result<ActWithDigest, string>>;
  /** Sends the action, which is the only call that writes. Resolves to the new resourceVersion. */
  readonly send: (cluster: BulkCluster, body: ConfirmActRequest) => Promise<string>;
  /** Whether the fleet has been read. Before that, a missing row does not mean that the cluster was deleted. */
  readonly isFleetRead: () => boolean;
  /** Returns a cluster's current row in the live fleet. */
  readonly rowOf: (uid: string) => FleetRow | undefined;
  /** Says that the run could not be stored, where that is not in this browser. */
  readonly describeStoreError?: () => string;
  /** Stores the run, in this browser or in the garden. */
  readonly store: (run: BulkRun, before: BulkRun | undefined) => Promise<void>;
  readonly now: () => number;
}

/** @param chosen destination of each cluster (by uid) that the plan moves so far; the previews add theirs */
export function createBulkRunDependencies(
  client: QueryClient,
  chosen: Map<string, string> = new Map(),
): BulkRunDependencies {
  const rowOf = rowFinder(client);
  const actFor = async (intent: BulkIntent, cluster: BulkCluster): Promise<Result<Act, string>> => {
    const row = rowOf(cluster.uid);
    // The change was accepted, but its operation failed: sending the change again would have no effect, so retry.
    if (cluster.arrivedBefore && row !== undefined && doesRowWaitForRetry(row)) return ok(retryAct);
    if (cluster.confirmedAct !== undefined) return ok(cluster.confirmedAct);
    // The best Seed can be another one since the plan was confirmed, because the run itself fills Seeds.
    if (cluster.destination !== undefined) return ok(moveSeedAct(cluster.destination));
    if (!intentNeedsClusterState(intent)) return intent.kind === "act" ? ok(intent.act) : fail("");
    const [detail, { profiles }, destinations] = await Promise.all([
      client.fetchQuery({ ...clusterQuery(cluster), staleTime: 0 }),
      client.ensureQueryData(versionsQuery),
      intent.kind === "move-seed" && intent.seed === bestSeed
        ? client.fetchQuery({ ...moveDestinationsQuery(cluster), staleTime: 0 })
        : undefined,
    ]);
    if (destinations?.held !== undefined) return fail(destinations.held.join(" "));
    const shoot = parseShoot(detail.shoot);
    if (shoot === undefined) return fail(text("The cluster could not be read."));
    const profile = profiles.find((each) => followsProfile(detail.row, each))?.lists;
    const { lifetime, view } = detail;
    const act = composeActForCluster(intent, {
      shoot,
      profile,
      lifetime,
      destinations: destinations?.seeds,
      planned: countByDestination(chosen, cluster.uid),
      garden: view,
      now: Date.now(),
    });
    // No request is awaited between the choice and its record, so that concurrent previews count each other.
    const seed = act.ok && isSeedMove(act.value) ? destinationOfMove(act.value) : undefined;
    if (seed !== undefined) chosen.set(cluster.uid, seed);
    return act;
  };
  return {
    preview: async (intent, cluster) => {
      // After a reload a run may resume before the fleet is read.
      if (!isRead(await client.ensureQueryData(fleetQuery)))
        throw new ApiProblem({ reason: "not-ready", detail: text("The clusters are still being read.") });
      let moves = false;
      try {
        const act = await actFor(intent, cluster);
        if (!act.ok) return act;
        const digest = previewDigestOf(await requestPreview(cluster, act.value), act.value);
        moves = digest.refusal === undefined;
        return ok({ act: act.value, digest });
      } finally {
        // A cluster that stays where it is takes no place on the Seed that was chosen for it.
        if (!moves) chosen.delete(cluster.uid);
      }
    },
    send: async (cluster, body) => (await requestAct(cluster, body)).resourceVersion,
    isFleetRead: () => isRead(client.getQueryData(fleetQuery.queryKey)),
    rowOf,
    store: saveRun,
    now: Date.now,
  };
}

const retryAct: Act = { kind: "operation", id: "retry", when: "now" };

/** Number of clusters that the plan moves to each Seed, without one that chooses again. */
function countByDestination(chosen: ReadonlyMap<string, string>, uid: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [other, seed] of chosen) if (other !== uid) counts.set(seed, (counts.get(seed) ?? 0) + 1);
  return counts;
}

function isRead(fleet: FleetSnapshot | undefined): boolean {
  return fleet !== undefined && fleet.freshness.state !== "loading";
}

/** Returns a function that finds rows by uid, with one index per fleet state, as a run looks up many rows at once. */
function rowFinder(client: QueryClient): BulkRunDependencies["rowOf"] {
  const indexOf = memoizeLast((rows: readonly FleetRow[] = []) => new Map(rows.map((row) => [row.uid, row])));
  return (uid) => indexOf(client.getQueryData(fleetQuery.queryKey)?.rows).get(uid);
}
