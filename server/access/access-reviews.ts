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
import type { CacheFigures } from "#server/metrics/scraped-metrics.ts";
import { CachedAnswers } from "./cached-answers.ts";

/** Who the garden takes the bearer of a token for. */
export interface Identity {
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * What the garden says about a user, asked with that user's own token and remembered for at most `ttlMs`, or for
 * `lastAnswerTrustMs` while the garden cannot be asked.
 */
export interface AccessReviews {
  /**
   * Rejects with GardenError `unauthorized` when the token is no longer good.
   * @param maxAgeMs what was remembered for longer is asked anew, and nothing else counts
   */
  identityOf(token: string, maxAgeMs?: number): Promise<Identity>;
  may(token: string, attributes: ResourceAttributes, maxAgeMs?: number): Promise<boolean>;
  /** Asks anew from now on what the tokens with these hashes may do in their namespaces. */
  forget(concerned: ReadonlyMap<string, ReadonlySet<string>>): void;
}

export interface CountedReviews extends AccessReviews {
  readonly figures: { readonly decisions: CacheFigures; readonly identities: CacheFigures };
}

export interface AccessReviewsOptions {
  readonly withToken: (token: string) => GardenClient;
  /** Milliseconds of any clock that does not jump. */
  readonly now: () => number;
  readonly ttlMs?: number;
  readonly maxEntries?: number;
}

export function createAccessReviews(options: AccessReviewsOptions): CountedReviews {
  const { withToken, now, ttlMs = 60_000, maxEntries = 10_000 } = options;
  const decisions = new CachedAnswers<boolean>({ now, ttlMs, maxEntries });
  const identities = new CachedAnswers<Identity>({ now, ttlMs, maxEntries });
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

/** Never cached: for sign-in, where the token has not been seen before. */
export async function askIdentity(client: GardenClient, signal?: AbortSignal): Promise<Identity> {
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
 * Never cached.
 *
 * @param identity whose rights are asked about, of somebody who is not here with a credential; the client's own without
 */
export async function askAccess(
  client: GardenClient,
  resourceAttributes: ResourceAttributes,
  identity?: Identity,
): Promise<boolean> {
  const resource = identity === undefined ? selfSubjectAccessReviews : subjectAccessReviews;
  const spec = { ...(identity && { user: identity.name, groups: identity.groups }), resourceAttributes };
  const body = { apiVersion: "authorization.k8s.io/v1", kind: resource.kind, spec };
  const answer = await client.create<SelfSubjectAccessReview>({ resource }, body, { isReview: true });
  return answer.body.status?.allowed === true;
}

/** The right to do something with a resource: to one object, in one namespace, or everywhere. */
export function rightTo(
  verb: string,
  { group, plural }: KubeResource,
  { namespace, name, subresource }: Partial<Pick<ResourceAttributes, "namespace" | "name" | "subresource">> = {},
): ResourceAttributes {
  return { verb, group, resource: plural, namespace, name, subresource };
}

/** Whether a user has a right; undefined where the garden could not say, which denies nothing: it decides anyway. */
export async function mayOrUnsure(
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
