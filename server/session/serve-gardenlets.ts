import "server-only";
import type { Gardenlets } from "#lib/contract/garden/gardenlets.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { stringAt } from "#lib/kube/field.ts";
import { seeds } from "#lib/kube/resource.ts";
import { compareGardenerReleases, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { listAll } from "#server/garden/list-all.ts";
import type { Session } from "#server/identity/session.ts";

interface GardenletSources {
  readonly withToken: (token: string) => GardenClient;
}

/** Maximum number of releases in an answer. A garden has few; a Seed can report any text as its own. */
const mostReleases = 20;

/** Answers with the number of Seeds for each release of their gardenlets. Seeds are read with the user's own token. */
export async function serveGardenlets({ app, session, request }: RouteCall<GardenletSources, Session, undefined>) {
  const found = await listAll<Seed>({ client: app.withToken(session.token), signal: request.signal }, seeds);
  return createVisibleJsonResponse(found === undefined ? {} : releasesOf(found));
}

/** The newest releases with their Seeds, and how many there are besides. */
export function releasesOf(found: readonly Seed[]): Gardenlets {
  const groups = Map.groupBy(found, ({ status }) => stringAt(status, "gardener", "version") ?? "");
  const all = [...groups]
    .map(([release, { length }]) => ({ ...(release !== "" && { release }), seeds: length }))
    .sort((a, b) => newestFirst(a.release, b.release));
  const others = all.slice(mostReleases);
  const more = { releases: others.length, seeds: others.reduce((sum, { seeds: count }) => sum + count, 0) };
  return { releases: all.slice(0, mostReleases), ...(others.length > 0 && { more }) };
}

/** Sorts what is no release last. */
function newestFirst(a: string | undefined, b: string | undefined): number {
  const [left, right] = [parseGardenerRelease(a), parseGardenerRelease(b)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  return compareGardenerReleases(right, left);
}
