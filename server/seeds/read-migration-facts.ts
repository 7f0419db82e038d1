import "server-only";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { profileSelectorOf, validSeed } from "#lib/garden/valid-seed.ts";
import { seeds } from "#lib/kube/resource.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import type { MigrationFacts } from "#lib/policy/migration/check-destination.ts";
import { isLeavingSeed } from "#lib/policy/status/seed-move.ts";
import type { ClusterReadContext, ClusterRequest } from "#server/clusters/read-cluster.ts";
import { readShootProfile } from "#server/clusters/read-profile.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { shootsPerSeed } from "./shoots-per-seed.ts";

export interface MoveContext extends Pick<ClusterReadContext, "withToken" | "scopes" | "fleet"> {
  readonly sources: Pick<FleetSources, "shoots">;
}

/**
 * Reads what is needed to check destinations of a Shoot's control plane, with the user's own token. The number of Shoots
 * per Seed is known only to users who see every cluster.
 */
export async function readMigrationFacts(
  { withToken, scopes, fleet, sources }: MoveContext,
  { token, signal }: Pick<ClusterRequest, "token" | "signal">,
  shoot: Shoot,
): Promise<MigrationFacts> {
  const client = withToken(token);
  const seedNamed = async (name: string | null | undefined) => {
    if (!name) return undefined;
    const found = await resultOrReason(
      client.get<Seed>({ resource: seeds, name }, { signal }),
      "forbidden",
      "not-found",
    );
    return typeof found === "string" ? undefined : validSeed(found.body);
  };
  const [source, host, profile, scope] = await Promise.all([
    seedNamed(shoot.spec.seedName),
    isLeavingSeed(shoot) ? seedNamed(shoot.status?.seedName) : undefined,
    readShootProfile(client, shoot, signal),
    scopes.scopeOf(token),
  ]);
  return {
    rules: rulesOfShoot(shoot, fleet.viewOf(shoot)),
    source,
    host,
    profileSelector: profile.ok
      ? (profileSelectorOf(profile.value.parent?.spec ?? profile.value.spec) ?? null)
      : undefined,
    usage: shootsPerSeed(scope, sources),
  };
}
