import "server-only";
import type { ListedSeed, SeedDetail, SeedList } from "#lib/contract/seed/seed-list.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { managedSeeds, seeds as seedResource } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { listedSeedOf, type SeedContext } from "./list-seed.ts";

export interface SeedListContext {
  readonly withToken: (token: string) => GardenClient;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly directory: Pick<ProjectDirectory, "nameOf">;
  readonly sources: Pick<FleetSources, "shoots">;
}

export interface SeedListRequest {
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Namespace of all ManagedSeeds and their Shoots. @source Gardener: pkg/apis/seedmanagement/validation */
const managedSeedNamespace = "garden";

/** The Seeds of the garden. Seeds and ManagedSeeds are read with the user's own token. */
export async function listSeeds(context: SeedListContext, request: SeedListRequest): Promise<SeedList> {
  const client = context.withToken(request.token);
  const [seeds, facts] = await Promise.all([
    listAll<Seed>({ client, signal: request.signal }, seedResource),
    readSeedContext(context, request),
  ]);
  return {
    seeds: (seeds ?? []).map((seed) => listedSeedOf(seed, facts)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(seeds === undefined && { unread: "forbidden" }),
    managedSeedsRead: facts.managedSeedsRead,
  };
}

/**
 * One Seed with its object, read with the user's own token.
 * @throws ProblemError `not-found` if there is no such Seed, or if the user may not read it
 */
export async function readSeed(
  context: SeedListContext,
  { name, ...request }: SeedListRequest & { readonly name: string },
): Promise<SeedDetail> {
  const asked = context
    .withToken(request.token)
    .get<Seed>({ resource: seedResource, name }, { signal: request.signal });
  const [found, facts] = await Promise.all([
    resultOrReason(asked, "forbidden", "not-found"),
    readSeedContext(context, request),
  ]);
  if (typeof found === "string")
    throw new ProblemError("not-found", { detail: text("There is no such Seed, or you do not see it.") });
  const { managedFields: _, ...metadata } = found.body.metadata;
  return {
    seed: listedSeedOf(found.body, facts),
    managedSeedRead: facts.managedSeedsRead,
    object: { ...found.body, metadata },
  };
}

async function readSeedContext(
  { withToken, scopes, directory, sources }: SeedListContext,
  { token, signal }: SeedListRequest,
): Promise<SeedContext & { readonly managedSeedsRead: boolean }> {
  const [scope, managed] = await Promise.all([
    scopes.scopeOf(token),
    listAll<KubeObject>({ client: withToken(token), signal }, managedSeeds, managedSeedNamespace),
  ]);
  const project = directory.nameOf(managedSeedNamespace);
  return {
    usage: scope.all ? usageOf(sources.shoots) : undefined,
    clusters: new Map((managed ?? []).flatMap((each) => clusterOf(each, project))),
    managedSeedsRead: managed !== undefined,
  };
}

const usages = new WeakMap<
  FleetSources["shoots"],
  { readonly contents: string; readonly usage: ReadonlyMap<string, number> }
>();

/** Number of Shoots on each Seed, counted anew only after a Shoot has changed. */
function usageOf(shoots: FleetSources["shoots"]): ReadonlyMap<string, number> {
  const contents = shoots.map((mirror) => mirror.contents).join();
  const known = usages.get(shoots);
  if (known?.contents === contents) return known.usage;
  const usage = countShootsBySeed(shoots.flatMap((mirror) => mirror.listSummaries()));
  usages.set(shoots, { contents, usage });
  return usage;
}

/** A ManagedSeed has the name of its Seed. */
function clusterOf(
  managed: KubeObject,
  project: string,
): readonly (readonly [seed: string, cluster: NonNullable<ListedSeed["cluster"]>])[] {
  const name = stringAt(managed, "spec", "shoot", "name");
  if (name === undefined) return [];
  return [[managed.metadata.name, { project, name }]];
}
