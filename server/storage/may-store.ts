import "server-only";
import { configMaps } from "#lib/kube/resource.ts";
import { type AccessReviews, mayOrUndefined, rightTo } from "#server/access/access-reviews.ts";

/**
 * Whether a user can store books in a namespace, or in all. Needs permission to create and patch ConfigMaps. True when
 * a review fails: the garden decides later.
 */
export async function mayStore(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  namespace: string | undefined,
): Promise<boolean> {
  const rights = ["create", "patch"].map((verb) => rightTo(verb, configMaps, { namespace }));
  const answers = await Promise.all(rights.map((right) => mayOrUndefined(reviews, token, right)));
  return answers.includes(undefined) || answers.every(Boolean);
}
