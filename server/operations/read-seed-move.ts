import "server-only";
import { destinationOfMove, isSeedMove } from "#lib/act/plan/move-seed-act.ts";
import type { SeedMovePreview } from "#lib/act/plan/preview-input.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { validSeed } from "#lib/garden/valid-seed.ts";
import { seeds } from "#lib/kube/resource.ts";
import { checkDestination } from "#lib/policy/migration/check-destination.ts";
import { migrationEffects } from "#lib/policy/migration/migration-effects.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { type MoveContext, readMigrationFacts } from "#server/seeds/read-migration-facts.ts";
import type { ClusterActRequest } from "./act-context.ts";

/** Reads what decides about a move to another Seed, with the user's own token; undefined for any other action. */
export async function readSeedMove(
  context: MoveContext,
  request: ClusterActRequest,
  shoot: Shoot,
): Promise<SeedMovePreview | undefined> {
  const { token, act, signal } = request;
  if (!isSeedMove(act)) return undefined;
  const client = context.withToken(token);
  const name = destinationOfMove(act) ?? "";
  const [found, facts] = await Promise.all([
    resultOrReason(client.get<Seed>({ resource: seeds, name }, { signal }), "forbidden", "not-found"),
    readMigrationFacts(context, request, shoot),
  ]);
  if (typeof found === "string") return { check: undefined, effects: [] };
  const destination = validSeed(found.body);
  return {
    check: checkDestination(shoot, destination, facts),
    effects: migrationEffects(shoot, facts.host ?? facts.source, destination),
  };
}
