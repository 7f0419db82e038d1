import "server-only";
import { type ProfileDetail, profileDetailSchema } from "#lib/contract/versions.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import { type AccessReviews, accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { prune } from "#server/watch/objects/prune.ts";

export interface CloudProfileReadContext {
  readonly withToken: (token: string) => GardenClient;
  readonly reviews: Pick<AccessReviews, "may">;
  readonly now: () => number;
}

export interface CloudProfileRequest {
  readonly token: string;
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A CloudProfile, read from the API server with the user's own token, and whether the user can change it. */
export async function readCloudProfile(
  { withToken, reviews, now }: CloudProfileReadContext,
  { token, name, signal }: CloudProfileRequest,
): Promise<ProfileDetail> {
  const [answer, patch] = await Promise.all([
    withToken(token).get<CloudProfile>({ resource: cloudProfiles, name }, { signal }),
    reviewAccessOrUndefined(reviews, token, accessReviewAttributes("patch", cloudProfiles, { name })),
  ]);
  // Only decides whether buttons are enabled.
  const permissions = { patch: patch ?? true, uncertain: patch === undefined };
  const { status: _status, ...profile } = prune(answer.body);
  return profileDetailSchema.parse({ profile, permissions, readAt: new Date(now()).toISOString() });
}
