import "server-only";
import type { ProjectProfileChange, ProjectProfileEdit } from "#lib/contract/project-profiles.ts";
import type { ProfileChangeResponse } from "#lib/contract/versions.ts";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { scopeIncludesNamespace } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { toProblemErrorWith } from "#server/boundary/to-problem-error.ts";
import { profileReferenceOf } from "#server/fleet/fleet-row.ts";
import type { GardenClient, GardenResponse } from "#server/garden/garden-client.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";
import { type ProjectContext, type ProjectRequest, requireSeenProject } from "./project-context.ts";

interface ProjectProfileEditing extends ProjectRequest {
  readonly change: ProjectProfileEdit;
  /** Whether only the dry run is wanted. */
  readonly dryRun: boolean;
}

interface ProjectProfileDeletion extends ProjectRequest {
  readonly change: Extract<ProjectProfileChange, { readonly kind: "delete" }>;
}

interface DeletionContext extends ProjectContext {
  readonly sources: { readonly shoots: readonly Pick<ObjectCache<Shoot>, "listSummaries">[] };
}

/**
 * Creates or changes a NamespacedCloudProfile with the user's own token, after a dry run. A change contains the uid and
 * resource version that were read, so that the API server answers 409 after a concurrent change.
 */
export async function editProjectProfile(
  context: ProjectContext,
  { token, name, change, signal, dryRun }: ProjectProfileEditing,
): Promise<ProfileChangeResponse> {
  const { project } = await requireSeenProject(context, token, name);
  const client = context.withToken(token);
  const send = (isDryRun: boolean) =>
    sendEdit(client, change, { namespace: project.spec.namespace ?? "", options: { signal, dryRun: isDryRun } });
  try {
    const tried = await send(true);
    const answer = dryRun ? tried : await send(false);
    return { dryRun, resourceVersion: answer.body.metadata.resourceVersion ?? "", warnings: [...answer.warnings] };
  } catch (error) {
    throw toProblemErrorWith(error, ({ reason }) =>
      reason === "already-exists"
        ? { detail: text("The project has a cloud profile of this name already.") }
        : reason === "not-found"
          ? { detail: text("The cloud profile is gone.") }
          : {},
    );
  }
}

function sendEdit(
  client: GardenClient,
  change: ProjectProfileEdit,
  { namespace, options }: { readonly namespace: string; readonly options: { signal: AbortSignal; dryRun: boolean } },
): Promise<GardenResponse<NamespacedCloudProfile>> {
  const resource = namespacedCloudProfiles;
  const { name, spec } = change;
  if (change.kind === "change") {
    const { uid, resourceVersion } = change;
    return client.patch({ resource, namespace, name }, { metadata: { uid, resourceVersion }, spec }, options);
  }
  const { kind } = resource;
  const body = { apiVersion: "core.gardener.cloud/v1beta1", kind, metadata: { name, namespace }, spec };
  return client.create({ resource, namespace }, body, options);
}

/**
 * Deletes a NamespacedCloudProfile with the user's own token. Gardener accepts the deletion of a used profile too, and
 * then waits for its clusters, which cannot be changed meanwhile: so it is refused here for clusters that the user sees.
 */
export async function deleteProjectProfile(
  context: DeletionContext,
  { token, name, change, signal }: ProjectProfileDeletion,
): Promise<void> {
  const { project } = await requireSeenProject(context, token, name);
  const namespace = project.spec.namespace ?? "";
  const clusters = scopeIncludesNamespace(await context.scopes.scopeOf(token), namespace)
    ? usersOf(context, namespace, change.name)
    : 0;
  if (clusters > 0) {
    const detail = text("{clusters, plural, one {# cluster uses} other {# clusters use}} the cloud profile.", {
      clusters,
    });
    throw new ProblemError("refused-by-policy", { detail });
  }
  const target = { resource: namespacedCloudProfiles, namespace, name: change.name };
  await context.withToken(token).delete(target, { uid: change.uid, signal });
}

function usersOf({ sources }: DeletionContext, namespace: string, profile: string): number {
  return sources.shoots
    .flatMap((mirror) => mirror.listSummaries())
    .filter((shoot) => {
      const reference = profileReferenceOf(shoot);
      const isInside = shoot.metadata.namespace === namespace;
      return isInside && reference?.kind === "NamespacedCloudProfile" && reference.name === profile;
    }).length;
}
