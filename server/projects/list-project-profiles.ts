import "server-only";
import { cloudProfileSpecSchema, namespacedProfileSpecSchema } from "#lib/contract/profile-spec.ts";
import type {
  ListedProjectProfile,
  ProjectProfileState,
  ProjectProfiles,
} from "#lib/contract/project/project-profiles.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { isMergedAsItIs, mergedProfile } from "#lib/policy/profiles/effective-profile.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { profileOverrides } from "#server/clusters/profile-overrides.ts";
import { listAll } from "#server/garden/list-all.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";
import { readProjectProfileRights } from "./project-profile-rights.ts";

export interface ProjectProfileContext extends ProjectContext {
  readonly sources: { readonly cloudProfiles: Pick<ObjectCache<CloudProfile>, "byName"> };
}

/** The NamespacedCloudProfiles of a project, read with the user's own token, and what they change of their parents. */
export async function listProjectProfiles(
  context: ProjectProfileContext,
  request: ProjectRequest,
): Promise<ProjectProfiles> {
  const { token, name, signal } = request;
  const { project } = await requireSeenProject(context, token, name);
  const namespace = project.spec.namespace ?? "";
  const [found, rights] = await Promise.all([
    listAll<NamespacedCloudProfile>({ client: context.withToken(token), signal }, namespacedCloudProfiles, namespace),
    readProjectProfileRights(context, { token, namespace }),
  ]);
  if (found === undefined) {
    throw new ProblemError("forbidden", {
      detail: text("You are not allowed to list the cloud profiles of this project."),
    });
  }
  return {
    namespace,
    profiles: found
      .map((profile) => listedProfileOf(profile, context.sources.cloudProfiles.byName("", parentNameOf(profile))))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    rights,
  };
}

const parentNameOf = ({ spec }: NamespacedCloudProfile) => spec?.parent?.name ?? "";

const unreadable: NamespacedCloudProfile["spec"] = { parent: { name: "" } };

function listedProfileOf(profile: NamespacedCloudProfile, parent: CloudProfile | undefined): ListedProjectProfile {
  const { name, uid = "", creationTimestamp } = profile.metadata;
  // Of a spec that the policy core cannot read, only name and parent are listed.
  const { parent: _, ...override } = namespacedProfileSpecSchema.safeParse(profile.spec).data ?? unreadable;
  const base = cloudProfileSpecSchema.safeParse(parent?.spec).data;
  const { machineTypes, volumeTypes, limits, caBundle, providerConfig } = override;
  const maxNodesTotal = limits?.maxNodesTotal;
  return {
    name,
    uid,
    parent: parentNameOf(profile),
    state: stateOf(profile, parent !== undefined),
    ...(creationTimestamp && { createdAt: creationTimestamp }),
    overrides: base === undefined ? [] : [...profileOverrides(mergedProfile(base, override), base)],
    machineTypes: (machineTypes ?? []).map((type) => type.name),
    volumeTypes: (volumeTypes ?? []).map((type) => type.name),
    ...(typeof maxNodesTotal === "number" && { maxNodesTotal }),
    hasCertificates: typeof caBundle === "string",
    hasProviderConfig: providerConfig !== undefined && providerConfig !== null,
  };
}

function stateOf(profile: NamespacedCloudProfile, hasParent: boolean): ProjectProfileState {
  if (profile.metadata.deletionTimestamp) return "deleting";
  if (isMergedAsItIs(profile)) return "merged";
  return hasParent ? "merging" : "parent-missing";
}
