import "server-only";
import { configMaps } from "#lib/kube/resource.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import { GardenError } from "#server/garden/garden-error.ts";

/**
 * Whether somebody may keep things in a namespace, or in every one. Both rights are needed: to make a ConfigMap, and to
 * change it. When a review fails, the garden decides later.
 */
export async function mayKeep(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  namespace: string | undefined,
): Promise<boolean> {
  try {
    const asked = ["create", "patch"].map((verb) =>
      reviews.may(token, {
        verb,
        group: "",
        resource: configMaps.plural,
        ...(namespace !== undefined && { namespace }),
      }),
    );
    return (await Promise.all(asked)).every(Boolean);
  } catch (error) {
    if (error instanceof GardenError && error.reason !== "unauthorized") return true;
    throw error;
  }
}
