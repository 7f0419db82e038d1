import "server-only";
import { configMaps } from "#lib/kube/resource.ts";
import { type AccessReviews, mayOrUnsure, rightTo } from "#server/access/access-reviews.ts";

/**
 * Whether somebody may keep things in a namespace, or in every one. Both rights are needed: to make a ConfigMap, and to
 * change it. When a review fails, the garden decides later.
 */
export async function mayKeep(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  namespace: string | undefined,
): Promise<boolean> {
  const rights = ["create", "patch"].map((verb) => rightTo(verb, configMaps, { namespace }));
  const answers = await Promise.all(rights.map((right) => mayOrUnsure(reviews, token, right)));
  return answers.includes(undefined) || answers.every(Boolean);
}
