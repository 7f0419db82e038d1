import "server-only";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { MoveDestination, MoveDestinations } from "#lib/contract/migration/move-destinations.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { checkDestination, type MigrationFacts } from "#lib/policy/migration/check-destination.ts";
import { describeMigrationObjection, uncheckedPartDescriptions } from "#lib/words/migration/migration-descriptions.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { listAll } from "#server/garden/list-all.ts";
import { type MoveContext, readMigrationFacts } from "./read-migration-facts.ts";

/** To which Seeds a cluster's control plane can move. Everything is read with the user's own token. */
export async function readMoveDestinations(
  context: MoveContext & Pick<ClusterReadContext, "reviews">,
  request: ClusterRequest,
): Promise<MoveDestinations> {
  const { token, signal } = request;
  // Read before the Seeds, so that users without access to the cluster learn nothing about them.
  const shoot = shootWithValidTypes(await readShoot(context, request));
  const right = accessReviewAttributes("update", shoots, {
    ...(await shootTarget(context, request)),
    subresource: "binding",
  });
  const [allowed, found, facts] = await Promise.all([
    reviewAccessOrUndefined(context.reviews, token, right),
    listAll<Seed>({ client: context.withToken(token), signal }, seeds),
    readMigrationFacts(context, request, shoot),
  ]);
  return {
    ...(allowed !== undefined && { allowed }),
    ...(found === undefined && { unread: "forbidden" }),
    seeds: (found ?? [])
      .filter(({ metadata }) => metadata.name !== shoot.spec.seedName)
      .map((seed) => destinationOf(shoot, seed, facts))
      .toSorted(bestFirst),
  };
}

function destinationOf(shoot: Shoot, seed: Seed, facts: MigrationFacts): MoveDestination {
  const { refusals, dangers, waits, doubts, unchecked } = checkDestination(shoot, seed, facts);
  const { name } = seed.metadata;
  const capacity = seed.status?.allocatable?.shoots;
  return {
    name,
    provider: seed.spec.provider.type,
    region: seed.spec.provider.region,
    ...(facts.usage !== undefined && { clusters: facts.usage.get(name) ?? 0 }),
    ...(capacity !== undefined && { capacity: String(capacity) }),
    refusals: [...refusals, ...dangers].map(describeMigrationObjection),
    waits: waits.map(describeMigrationObjection),
    doubts: doubts.map(describeMigrationObjection),
    unchecked: unchecked.map((part) => text(uncheckedPartDescriptions[part])),
  };
}

/** Seeds that can take the cluster first, those that can at once before the others, then by doubts and clusters. */
function bestFirst(a: MoveDestination, b: MoveDestination): number {
  return (
    Number(a.refusals.length > 0) - Number(b.refusals.length > 0) ||
    Number(a.waits.length > 0) - Number(b.waits.length > 0) ||
    a.doubts.length - b.doubts.length ||
    (a.clusters ?? 0) - (b.clusters ?? 0) ||
    (a.name < b.name ? -1 : 1)
  );
}
