import type { ResourceAttributes, SelfSubjectAccessReview, SelfSubjectReview } from "#lib/kube/access-review.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

interface Asked {
  readonly spec?: { readonly resourceAttributes: ResourceAttributes };
}

/** A garden's client that answers reviews with these statuses; whatever else is called fails loudly. */
export function reviewingClient(
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
    patch: unexpected,
    delete: unexpected,
    raw: unexpected,
    async create<Body>(_target: unknown, body: object) {
      return { body: bodyAs<Body>({ ...body, status: await answer(body) }), warnings: [] };
    },
  };
}

/** A review as its caller types it; the shape is the test's own business. */
function bodyAs<Body>(body: object): Body {
  const isBody = (value: object): value is Body & object => value !== null;
  if (!isBody(body)) throw new Error("unreachable");
  return body;
}
