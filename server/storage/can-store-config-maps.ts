import "server-only";
import { configMaps } from "#lib/kube/resource.ts";
import { type AccessReviews, accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";

/**
 * Whether a user can create and patch ConfigMaps in a namespace, or in all of them. True when an access review fails,
 * since the API server checks again at the write.
 */
export async function canStoreConfigMaps(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  namespace: string | undefined,
): Promise<boolean> {
  const rights = ["create", "patch"].map((verb) => accessReviewAttributes(verb, configMaps, { namespace }));
  const answers = await Promise.all(rights.map((right) => reviewAccessOrUndefined(reviews, token, right)));
  return answers.includes(undefined) || answers.every(Boolean);
}
