import "server-only";
import type { SeedChoice } from "#lib/contract/seeds.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { projects, seeds as seedResource } from "#lib/kube/resource.ts";
import { type ClusterReadContext, type ClusterRequest, readShoot } from "#server/clusters/read-cluster.ts";
import { readShootProfile } from "#server/clusters/read-profile.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { type SeedChoiceInput, seedChoice } from "./seed-choice.ts";
import { shootsPerSeed } from "./shoots-per-seed.ts";

interface Context extends Pick<ClusterReadContext, "withToken" | "scopes" | "fleet"> {
  readonly sources: Pick<FleetSources, "shoots">;
}

/**
 * Which Seeds could run a cluster. Shoot, project, profile and Seeds are read with the user's own token; the number of
 * Shoots per Seed is included only for users who can see every cluster.
 */
export async function readSeedChoice(context: Context, request: ClusterRequest): Promise<SeedChoice> {
  const { token, signal, cluster } = request;
  // Read before the Seeds, so that users without access to the cluster learn nothing about them.
  const shoot = await readShoot(context, request);
  const client = context.withToken(token);
  const [seeds, project, profile, scope] = await Promise.all([
    listAll<Seed>({ client, signal }, seedResource),
    readProject(client, cluster.project, signal),
    readShootProfile(client, shoot, signal),
    context.scopes.scopeOf(token),
  ]);
  return seedChoice({
    shoot,
    seeds,
    projectName: cluster.project,
    project,
    profile: profile.ok ? (profile.value.parent?.spec ?? profile.value.spec) : undefined,
    garden: context.fleet.viewOf(shoot),
    counts: shootsPerSeed(scope, context.sources),
  });
}

async function readProject(
  client: GardenClient,
  name: string,
  signal: AbortSignal,
): Promise<SeedChoiceInput["project"]> {
  const asked = client.get<Project>({ resource: projects, name }, { signal });
  const found = await resultOrReason(asked, "forbidden", "not-found");
  return typeof found === "string" ? found : found.body;
}
