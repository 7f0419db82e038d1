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

/** Name and groups of the user whom the garden's API server authenticates a token as. */
export interface UserIdentity {
  readonly name: string;
  readonly groups: readonly string[];
}

/** The API server's answer to an access review. */
export interface AccessDecision {
  readonly allowed: boolean;
  /** Why the request is allowed, in the authorizer's words; absent where it gives no reason. */
  readonly reason?: string;
}

/** Length in characters to which reasons are cut: names of RBAC objects have at most 253. */
const longestReason = 1_500;
const denied: AccessDecision = { allowed: false };
const allowedWithoutReason: AccessDecision = { allowed: true };

/**
 * Reads users' identities and permissions from the garden's API server, with each user's own token. Answers are cached
 * for at most `ttlMs`, or for five minutes while the API server does not answer.
 */
export interface AccessReviews {
  /**
   * Rejects with GardenError `unauthorized` when the token is no longer valid.
   * @param maxAgeMs maximum age of a cached answer in milliseconds; older ones are never used, even during an outage
   */
  identityOf(token: string, maxAgeMs?: number): Promise<UserIdentity>;
  may(token: string, attributes: ResourceAttributes, maxAgeMs?: number): Promise<boolean>;
  /** Drops cached access decisions: for each token hash (key), those about the given namespaces (value). */
  forget(concerned: ReadonlyMap<string, ReadonlySet<string>>): void;
}

export interface ExplainedAccessReviews extends AccessReviews {
  /** Like `may`, with the API server's reason. */
  decisionOf(token: string, attributes: ResourceAttributes, maxAgeMs?: number): Promise<AccessDecision>;
}

export interface AccessReviewsWithMetrics extends ExplainedAccessReviews {
  readonly figures: { readonly decisions: CacheMetrics; readonly identities: CacheMetrics };
}

export interface AccessReviewsOptions {
  readonly withToken: (token: string) => GardenClient;
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly ttlMs?: number;
  readonly maxEntries?: number;
}

export function createAccessReviews(options: AccessReviewsOptions): AccessReviewsWithMetrics {
  const { withToken, now, ttlMs = 60_000, maxEntries = 10_000 } = options;
  const decisions = new RequestCache<AccessDecision>({ now, ttlMs, maxEntries });
  const identities = new RequestCache<UserIdentity>({ now, ttlMs, maxEntries });
  const decisionOf: ExplainedAccessReviews["decisionOf"] = (token, attributes, maxAgeMs) => {
    const key = `${tokenHash(token)} ${attributes.namespace ?? ""} ${keyOf(attributes)}`;
    return decisions.get(key, () => requestAccessDecision(withToken(token), attributes), { maxAgeMs });
  };
  return {
    get figures() {
      return { decisions: decisions.figures, identities: identities.figures };
    },
    identityOf: (token, maxAgeMs) =>
      identities.get(tokenHash(token), () => requestUserIdentity(withToken(token)), { maxAgeMs }),
    decisionOf,
    may: async (token, attributes, maxAgeMs) => (await decisionOf(token, attributes, maxAgeMs)).allowed,
    forget(concerned) {
      if (concerned.size === 0) return;
      decisions.forget((key) => {
        const [hash = "", namespace = ""] = key.split(" ", 2);
        return concerned.get(hash)?.has(namespace) === true;
      });
    },
  };
}

/** Reads the identity behind a client's token without a cache, for sign-in with a new token. */
export async function requestUserIdentity(client: GardenClient, signal?: AbortSignal): Promise<UserIdentity> {
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
 * Asks the garden's API server, without a cache, whether a request is allowed.
 * @param identity user to ask about (SubjectAccessReview); without it, the client's own user
 */
export async function requestAccessReview(
  client: GardenClient,
  resourceAttributes: ResourceAttributes,
  identity?: UserIdentity,
): Promise<boolean> {
  return (await requestAccessDecision(client, resourceAttributes, identity)).allowed;
}

async function requestAccessDecision(
  client: GardenClient,
  resourceAttributes: ResourceAttributes,
  identity?: UserIdentity,
): Promise<AccessDecision> {
  const resource = identity === undefined ? selfSubjectAccessReviews : subjectAccessReviews;
  const spec = { ...(identity && { user: identity.name, groups: identity.groups }), resourceAttributes };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: resource.kind, spec };
  const answer = await client.create<SelfSubjectAccessReview>({ resource }, body, { isReview: true });
  const { allowed, reason } = answer.body.status ?? {};
  if (allowed !== true) return denied;
  return reason ? { allowed, reason: reason.slice(0, longestReason) } : allowedWithoutReason;
}

/** Builds the attributes of an access review: for one object, one namespace, or the whole garden. */
export function accessReviewAttributes(
  verb: string,
  { group, plural }: KubeResource,
  { namespace, name, subresource }: Partial<Pick<ResourceAttributes, "namespace" | "name" | "subresource">> = {},
): ResourceAttributes {
  return { verb, group, resource: plural, namespace, name, subresource };
}

/** Whether the user has the permission; undefined when the access review failed, which is not a denial. */
export async function reviewAccessOrUndefined(
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
