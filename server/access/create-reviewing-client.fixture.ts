import type { ResourceAttributes, SelfSubjectAccessReview, SelfSubjectReview } from "#lib/kube/access-review.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

interface Asked {
  readonly spec?: { readonly resourceAttributes: ResourceAttributes };
}

/** A garden client that answers reviews with the given statuses; every other call rejects. */
export function createReviewingClient(
  answer: (asked: Asked) => Promise<SelfSubjectAccessReview["status"] | SelfSubjectReview["status"]>,
): GardenClient {
  const unexpected = () => Promise.reject(new Error("not expected in this test"));
  return {
    get: unexpected,
    getMetadata: unexpected,
    list: unexpected,
    listPage: unexpected,
    listMetadata: unexpected,
    watch: unexpected,
    discovery: unexpected,
    metrics: unexpected,
    patch: unexpected,
    replace: unexpected,
    delete: unexpected,
    raw: unexpected,
    async create<Body>(_target: unknown, body: object) {
      return { body: bodyAs<Body>({ ...body, status: await answer(body) }), warnings: [] };
    },
  };
}

/** Gives a review the caller's type; the test is responsible for its shape. */
function bodyAs<Body>(body: object): Body {
  const isBody = (value: object): value is Body & object => value !== null;
  if (!isBody(body)) throw new Error("unreachable");
  return body;
}
