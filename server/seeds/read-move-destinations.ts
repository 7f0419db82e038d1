import "server-only";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { MoveDestination, MoveDestinations } from "#lib/contract/migration/move-destinations.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { validSeed } from "#lib/garden/valid-seed.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { checkDestination, type MigrationFacts } from "#lib/policy/migration/check-destination.ts";
import { reconcileBlockerContextOf } from "#lib/policy/next/reconcile-blocker-context.ts";
import { evaluateOperation } from "#lib/policy/operations/evaluate.ts";
import type { OperationEvaluation } from "#lib/policy/operations/operation-evaluation.ts";
import { callsMoveBack } from "#lib/policy/status/seed-move.ts";
import { describeMigrationObjection, uncheckedPartDescriptions } from "#lib/words/migration/migration-descriptions.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot, shootTarget } from "#server/clusters/read-cluster.ts";
import { listAll } from "#server/garden/list-all.ts";
import { type MoveContext, readMigrationFacts } from "./read-migration-facts.ts";

/** To which Seeds a cluster's control plane can move. Everything is read with the user's own token. */
export async function readMoveDestinations(
  context: MoveContext & Pick<ClusterReadContext, "reviews" | "now">,
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
  const held = reasonsAgainstMove(context, shoot);
  const wayBack = wayBackOf(context, shoot);
  return {
    ...(allowed !== undefined && { allowed }),
    ...(found === undefined && { unread: "forbidden" }),
    ...(held.length > 0 && { held }),
    seeds: (found ?? [])
      .filter(({ metadata: { name } }) => isElsewhere(shoot, name) || name === wayBack)
      .map((seed) => ({
        ...(seed.metadata.name === wayBack && { isReturn: true }),
        ...destinationOf(shoot, validSeed(seed), facts),
      }))
      .toSorted(bestFirst),
  };
}

type MoveRules = Pick<ClusterReadContext, "fleet" | "now">;

/** @param seed the destination; undefined for a move to whichever Seed */
function evaluateMove({ fleet, now }: MoveRules, shoot: Shoot, seed?: string): OperationEvaluation {
  const view = fleet.viewOf(shoot);
  return evaluateOperation({ id: "migrate-control-plane", seed }, shoot, now(), {
    rules: rulesOfShoot(shoot, view),
    ...reconcileBlockerContextOf(shoot, view),
  });
}

/** Why the cluster cannot move, or not now, to whichever Seed. Rights are told apart. */
function reasonsAgainstMove(context: MoveRules, shoot: Shoot): string[] {
  const { decision, reasons } = evaluateMove(context, shoot);
  return decision === "deny" || decision === "hide" || decision === "latent" ? reasons.map(describeReason) : [];
}

/** The Seed that still hosts the control plane, if naming it can take back a move that has not begun. */
function wayBackOf(context: MoveRules, shoot: Shoot): string | undefined {
  const host = shoot.status?.seedName ?? undefined;
  const isRefused = () => evaluateMove(context, shoot, host).decision === "deny";
  return callsMoveBack(shoot, host) && !isRefused() ? host : undefined;
}

function isElsewhere({ spec, status }: Shoot, seed: string): boolean {
  return seed !== spec.seedName && seed !== status?.seedName;
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

/** The way back first, then Seeds that can take the cluster first, those that can at once before the others, then by doubts and clusters. */
function bestFirst(a: MoveDestination, b: MoveDestination): number {
  return (
    Number(b.isReturn === true) - Number(a.isReturn === true) ||
    Number(a.refusals.length > 0) - Number(b.refusals.length > 0) ||
    Number(a.waits.length > 0) - Number(b.waits.length > 0) ||
    a.doubts.length - b.doubts.length ||
    (a.clusters ?? 0) - (b.clusters ?? 0) ||
    (a.name < b.name ? -1 : 1)
  );
}
