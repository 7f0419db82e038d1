import "server-only";
import { configMaps } from "#lib/kube/resource.ts";
import { type AccessReviews, accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";

/**
 * Whether a user can create and patch ConfigMaps in a namespace, or in all of them. True when an access review fails,
 * since the API server checks again at the write: it is no permission to see anything.
 */
export async function canStoreConfigMaps(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  namespace: string | undefined,
): Promise<boolean> {
  return (await reviewConfigMapStorage(reviews, token, namespace)) ?? true;
}

/** The same; undefined when an access review fails, unless the other is a denial. */
export async function reviewConfigMapStorage(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  namespace: string | undefined,
): Promise<boolean | undefined> {
  const rights = ["create", "patch"].map((verb) => accessReviewAttributes(verb, configMaps, { namespace }));
  const answers = await Promise.all(rights.map((right) => reviewAccessOrUndefined(reviews, token, right)));
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
