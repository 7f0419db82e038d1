import "server-only";
import type { ProjectProfile } from "#lib/contract/project-profiles.ts";
import { versionListsSchema } from "#lib/contract/versions.ts";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";
import { readProjectProfileRights } from "./project-profile-rights.ts";

interface ProjectProfileRequest extends ProjectRequest {
  readonly profile: string;
}

/** A NamespacedCloudProfile, read from the API server with the user's own token, and what the user may change of it. */
export async function readProjectProfile(
  context: ProjectContext,
  { token, name, profile, signal }: ProjectProfileRequest,
): Promise<ProjectProfile> {
  const { project } = await requireSeenProject(context, token, name);
  const namespace = project.spec.namespace ?? "";
  const [{ body }, rights] = await Promise.all([
    context
      .withToken(token)
      .get<NamespacedCloudProfile>({ resource: namespacedCloudProfiles, namespace, name: profile }, { signal }),
    readProjectProfileRights(context, { token, namespace, name: profile }),
  ]);
  const { metadata, spec, status } = body;
  const merged = versionListsSchema.safeParse(status?.cloudProfileSpec);
  return {
    name: metadata.name,
    namespace,
    uid: metadata.uid ?? "",
    resourceVersion: metadata.resourceVersion ?? "",
    spec: isRecord(spec) ? spec : {},
    ...(merged.success && { merged: merged.data }),
    rights,
  };
}
