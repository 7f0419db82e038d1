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
  /** Whether only the dry run is wanted. */
  readonly dryRun: boolean;
}

/**
 * Changes a CloudProfile with the user's own token, after a dry run. The patch contains the uid and resource version
 * that were read, so that the API server answers 409 after a concurrent change.
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
