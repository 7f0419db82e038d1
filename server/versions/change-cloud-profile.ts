import "server-only";
import type { ProfileChangeRequest, ProfileChangeResponse } from "#lib/contract/versions.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

export interface ProfileChangeCall {
  readonly token: string;
  readonly name: string;
  readonly body: ProfileChangeRequest;
  readonly signal: AbortSignal;
  /** Whether to stop after the dry run. */
  readonly dryRun: boolean;
}

/**
 * Changes a CloudProfile with the user's own token. A dry run comes first, and the patch contains the uid and version
 * that were read: concurrent changes are not overwritten, the garden answers 409.
 */
export async function changeCloudProfile(
  { withToken }: { readonly withToken: (token: string) => GardenClient },
  { token, name, body, signal, dryRun }: ProfileChangeCall,
): Promise<ProfileChangeResponse> {
  const { uid, resourceVersion, spec } = body;
  const target = { resource: cloudProfiles, name };
  const patch = { metadata: { uid, resourceVersion }, spec };
  const client = withToken(token);
  const tried = await client.patch<CloudProfile>(target, patch, { signal, dryRun: true });
  const answer = dryRun ? tried : await client.patch<CloudProfile>(target, patch, { signal });
  return {
    dryRun,
    resourceVersion: answer.body.metadata.resourceVersion ?? "",
    warnings: [...answer.warnings],
  };
}
