import "server-only";
import { type ProfileDetail, profileDetailSchema } from "#lib/contract/versions.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import type { AccessReviews } from "#server/access/access-reviews.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { prune } from "#server/watch/objects/prune.ts";

export interface CloudProfileReading {
  readonly withToken: (token: string) => GardenClient;
  readonly reviews: Pick<AccessReviews, "may">;
  readonly now: () => number;
}

export interface CloudProfileRequest {
  readonly token: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A CloudProfile, read live with the user's own token, and whether the user may change it. */
export async function readCloudProfile(
  { withToken, reviews, now }: CloudProfileReading,
  { token, name, signal }: CloudProfileRequest,
): Promise<ProfileDetail> {
  const [answer, permissions] = await Promise.all([
    withToken(token).get<CloudProfile>({ resource: cloudProfiles, name }, { signal }),
    mayChange(reviews, token, name),
  ]);
  const { status: _status, ...profile } = prune(answer.body);
  return profileDetailSchema.parse({ profile, permissions, readAt: new Date(now()).toISOString() });
}

/** A hint for buttons. When the review itself fails they stay enabled: the garden decides anyway. */
async function mayChange(
  reviews: Pick<AccessReviews, "may">,
  token: string,
  name: string,
): Promise<ProfileDetail["permissions"]> {
  const { group, plural } = cloudProfiles;
  try {
    return { patch: await reviews.may(token, { verb: "patch", group, resource: plural, name }), uncertain: false };
  } catch (error) {
    if (error instanceof GardenError && error.reason !== "unauthorized") return { patch: true, uncertain: true };
    throw error;
  }
}
