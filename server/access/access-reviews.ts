import "server-only";
import {
  type ResourceAttributes,
  type SelfSubjectAccessReview,
  type SelfSubjectReview,
  selfSubjectAccessReviews,
  selfSubjectReviews,
  subjectAccessReviews,
} from "#lib/kube/access-review.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { tokenHash } from "#server/identity/session.ts";
import type { CacheMetrics } from "#server/metrics/scraped-metrics.ts";
import { RequestCache } from "./request-cache.ts";

/** The user that the garden authenticates a token as. */
export interface UserIdentity {
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * Identity and permissions of users, asked of the garden with each user's own token and cached for at most `ttlMs`, or
 * for `lastResponseTrustMs` while the garden cannot be asked.
 */
export interface AccessReviews {
  /**
   * Rejects with GardenError `unauthorized` when the token is no longer valid.
   * @param maxAgeMs ask again if the cached answer is older; no stale fallback then
   */
  identityOf(token: string, maxAgeMs?: number): Promise<UserIdentity>;
  may(token: string, attributes: ResourceAttributes, maxAgeMs?: number): Promise<boolean>;
  /** Drops cached decisions: for each token hash, those about the given namespaces. */
  forget(concerned: ReadonlyMap<string, ReadonlySet<string>>): void;
}

export interface CountedReviews extends AccessReviews {
  readonly figures: { readonly decisions: CacheMetrics; readonly identities: CacheMetrics };
}

export interface AccessReviewsOptions {
  readonly withToken: (token: string) => GardenClient;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly ttlMs?: number;
  readonly maxEntries?: number;
}

export function createAccessReviews(options: AccessReviewsOptions): CountedReviews {
  const { withToken, now, ttlMs = 60_000, maxEntries = 10_000 } = options;
  const decisions = new RequestCache<boolean>({ now, ttlMs, maxEntries });
  const identities = new RequestCache<UserIdentity>({ now, ttlMs, maxEntries });
  return {
    get figures() {
      return { decisions: decisions.figures, identities: identities.figures };
    },
    identityOf: (token, maxAgeMs) =>
      identities.get(tokenHash(token), () => askIdentity(withToken(token)), { maxAgeMs }),
    may(token, attributes, maxAgeMs) {
      const key = `${tokenHash(token)} ${attributes.namespace ?? ""} ${keyOf(attributes)}`;
      return decisions.get(key, () => askAccess(withToken(token), attributes), { maxAgeMs });
    },
    forget(concerned) {
      if (concerned.size === 0) return;
      decisions.forget((key) => {
        const [hash = "", namespace = ""] = key.split(" ", 2);
        return concerned.get(hash)?.has(namespace) === true;
      });
    },
  };
}

/** Reads the identity behind a client's token, uncached: for sign-in, where the token is new. */
export async function askIdentity(client: GardenClient, signal?: AbortSignal): Promise<UserIdentity> {
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const answer = await client.create<SelfSubjectReview>({ resource: selfSubjectReviews }, body, {
    signal,
    isReview: true,
  });
  const userInfo = answer.body.status?.userInfo;
  if (!userInfo?.username) {
    throw new GardenError({ reason: "bad-answer", message: "The garden does not say who this token belongs to" });
  }
  return { name: userInfo.username, groups: userInfo.groups ?? [] };
}

/**
 * Asks the garden whether a request is allowed, uncached.
 * @param identity user to ask about (SubjectAccessReview); without it, the client's own user
 */
export async function askAccess(
  client: GardenClient,
  resourceAttributes: ResourceAttributes,
  identity?: UserIdentity,
): Promise<boolean> {
  const resource = identity === undefined ? selfSubjectAccessReviews : subjectAccessReviews;
  const spec = { ...(identity && { user: identity.name, groups: identity.groups }), resourceAttributes };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: resource.kind, spec };
  const answer = await client.create<SelfSubjectAccessReview>({ resource }, body, { isReview: true });
  return answer.body.status?.allowed === true;
}

/** Builds the attributes of an access review: for one object, one namespace, or the whole garden. */
export function rightTo(
  verb: string,
  { group, plural }: KubeResource,
  { namespace, name, subresource }: Partial<Pick<ResourceAttributes, "namespace" | "name" | "subresource">> = {},
): ResourceAttributes {
  return { verb, group, resource: plural, namespace, name, subresource };
}

/** Whether the user has the permission; undefined when the garden could not answer, which is not a denial. */
export async function mayOrUndefined(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  attributes: ResourceAttributes,
): Promise<boolean | undefined> {
  try {
    return await reviews.may(token, attributes);
  } catch (error) {
    if (error instanceof GardenError && error.reason !== "unauthorized") return undefined;
    throw error;
  }
}

function keyOf({ verb, group, resource, subresource, namespace, name }: ResourceAttributes): string {
  return JSON.stringify([verb, group, resource, subresource, namespace, name]);
}
