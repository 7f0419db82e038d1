import "server-only";
import {
  type ResourceAttributes,
  type SelfSubjectAccessReview,
  subjectAccessReviews,
} from "#lib/kube/access-review.ts";
import type { Identity } from "#server/access/access-reviews.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { createFeedStore, type FeedStore } from "./feed-store.ts";

/** What Almanac's own credential is used for on behalf of feeds, and nothing else of it. */
export interface FeedKeeping {
  readonly namespace: string;
  readonly store: FeedStore;
  /** Asks the garden about the rights of somebody who is not here with a credential. */
  mayIdentity(identity: Identity, attributes: ResourceAttributes): Promise<boolean>;
}

/** Undefined without a credential of Almanac's own: then feeds can neither be kept nor judged. */
export function createFeedKeeping(own: GardenClient | undefined, namespace: string): FeedKeeping | undefined {
  if (own === undefined) return undefined;
  return {
    namespace,
    store: createFeedStore(own, namespace),
    async mayIdentity({ name, groups }, resourceAttributes) {
      const spec = { user: name, groups, resourceAttributes };
      const body = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec };
      const answer = await own.create<SelfSubjectAccessReview>({ resource: subjectAccessReviews }, body, {
        isReview: true,
      });
      return answer.body.status?.allowed === true;
    },
  };
}
