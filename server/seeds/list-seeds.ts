import "server-only";
import { createHash } from "node:crypto";
import { type ListedSeed, type SeedDetail, type SeedList, seedListSchema } from "#lib/contract/seed/seed-list.ts";
import type { Seed } from "#lib/garden/seed.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { managedSeeds, seeds as seedResource } from "#lib/kube/resource.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { text } from "#lib/language/text.ts";
import { putLastWithLimit } from "#lib/memo/put-last-with-limit.ts";
import { type AccessReviews, accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { bytesResponse } from "#server/boundary/bytes-response.ts";
import {
  acceptedEncodingHeader,
  bodyEncodingHeader,
  chooseEncoding,
  compressText,
  type Encoding,
  matchesEtag,
} from "#server/boundary/compressed.ts";
import { visibleJson } from "#server/boundary/create-visible-json-response.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { resultOrReason } from "#server/garden/garden-error.ts";
import { listAll } from "#server/garden/list-all.ts";
import { listedSeedOf, type SeedContext } from "./list-seed.ts";
import { shootsPerSeed } from "./shoots-per-seed.ts";

export interface SeedListContext {
  readonly withToken: (token: string) => GardenClient;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly reviews: Pick<AccessReviews, "may">;
  readonly directory: Pick<ProjectDirectory, "nameOf">;
  readonly sources: Pick<FleetSources, "shoots" | "seeds">;
}

export interface SeedListRequest {
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Namespace of all ManagedSeeds and their Shoots. @source Gardener: pkg/apis/seedmanagement/validation */
const managedSeedNamespace = "garden";

/** What a list of Seeds is made of. */
interface SeedListParts extends SeedContext {
  /** Undefined for users who may not list Seeds. */
  readonly seeds: readonly Seed[] | undefined;
  readonly managedSeedsRead: boolean;
}

/** Answers that are kept, so that users with the same view share one until something changes. */
const mostAnswers = 16;
const answers = new Map<string, Uint8Array>();

/**
 * Answers with the Seeds of the garden. They are taken from the shared watch after an access review, or else read with
 * the user's own token, as the ManagedSeeds are. An answer is made once for all users to whom the same is visible, until
 * something in it changes.
 */
export async function respondWithSeeds(
  context: SeedListContext,
  { headers, ...request }: SeedListRequest & { readonly headers: Headers },
): Promise<Response> {
  const parts = await readSeedListParts(context, request);
  const encoding = chooseEncoding(headers.get(acceptedEncodingHeader));
  const etag = etagOf(parts, encoding);
  const vary = "accept-encoding, cookie";
  if (matchesEtag(headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers: { etag, vary } });
  const body =
    answers.get(etag) ?? (await compressText([visibleJson(seedListSchema.parse(seedListOf(parts)))], encoding));
  putLastWithLimit(answers, [etag, body], mostAnswers);
  const sent = new Headers({ "content-type": "application/json", etag, vary });
  if (encoding !== "identity") sent.set(bodyEncodingHeader, encoding);
  return bytesResponse(body, sent);
}

/** Equal for equal answers: Seeds are told apart by their versions, and sentences by their language. */
function etagOf({ seeds, usage, clusters, managedSeedsRead }: SeedListParts, encoding: Encoding): string {
  const versions = seeds?.map(({ metadata: { uid, resourceVersion } }) => `${uid} ${resourceVersion}`).sort();
  const parts = [currentLanguage(), versions ?? "forbidden", usage && [...usage].sort(), [...clusters].sort()];
  const digest = createHash("sha256").update(JSON.stringify([...parts, managedSeedsRead, encoding]));
  return `"${digest.digest("base64url")}"`;
}

function seedListOf({ seeds, managedSeedsRead, ...context }: SeedListParts): SeedList {
  return {
    seeds: (seeds ?? []).map((seed) => listedSeedOf(seed, context)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(seeds === undefined && { unread: "forbidden" }),
    managedSeedsRead,
  };
}

async function readSeedListParts(context: SeedListContext, request: SeedListRequest): Promise<SeedListParts> {
  const { withToken, scopes, directory, sources } = context;
  const listing = { client: withToken(request.token), signal: request.signal };
  const [seeds, scope, managed] = await Promise.all([
    readSeeds(context, request),
    scopes.scopeOf(request.token),
    listAll<KubeObject>(listing, managedSeeds, managedSeedNamespace),
  ]);
  const project = directory.nameOf(managedSeedNamespace);
  return {
    seeds,
    usage: shootsPerSeed(scope, sources),
    clusters: new Map((managed ?? []).flatMap((each) => clusterOf(each, project))),
    managedSeedsRead: managed !== undefined,
  };
}

/** The Seeds that a user may list, from the shared watch where it is up to date; undefined without the permission. */
async function readSeeds(
  { withToken, reviews, sources }: SeedListContext,
  { token, signal }: SeedListRequest,
): Promise<SeedListParts["seeds"]> {
  if (sources.seeds?.state !== "live") return listAll<Seed>({ client: withToken(token), signal }, seedResource);
  const isAllowed = await reviews.may(token, accessReviewAttributes("list", seedResource));
  return isAllowed ? sources.seeds.all() : undefined;
}

/**
 * One Seed with its object, read with the user's own token.
 * @throws ProblemError `not-found` if there is no such Seed, or if the user may not read it
 */
export async function readSeed(
  { withToken, scopes, reviews, directory, sources }: SeedListContext,
  { name, token, signal }: SeedListRequest & { readonly name: string },
): Promise<SeedDetail> {
  const client = withToken(token);
  const managedTarget = { resource: managedSeeds, namespace: managedSeedNamespace, name };
  const [found, managed, scope, mayChange] = await Promise.all([
    resultOrReason(client.get<Seed>({ resource: seedResource, name }, { signal }), "forbidden", "not-found"),
    resultOrReason(client.get<KubeObject>(managedTarget, { signal }), "forbidden", "not-found"),
    scopes.scopeOf(token),
    reviewAccessOrUndefined(reviews, token, accessReviewAttributes("patch", seedResource, { name })),
  ]);
  if (typeof found === "string")
    throw new ProblemError("not-found", { detail: text("There is no such Seed, or you do not see it.") });
  const { managedFields: _, ...metadata } = found.body.metadata;
  const clusters = typeof managed === "string" ? [] : clusterOf(managed.body, directory.nameOf(managedSeedNamespace));
  return {
    seed: listedSeedOf(found.body, { usage: shootsPerSeed(scope, sources), clusters: new Map(clusters) }),
    managedSeedRead: managed !== "forbidden",
    ...(mayChange !== undefined && { mayChange }),
    object: { ...found.body, metadata },
  };
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
