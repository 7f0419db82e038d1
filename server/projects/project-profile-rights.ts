import "server-only";
import type { ProjectProfileRights } from "#lib/contract/project-profiles.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { verbsOfGuardedFields } from "#lib/policy/profiles/guarded-fields.ts";
import { accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { ProjectContext } from "./project-context.ts";

interface ProfilePlace {
  readonly token: string;
  readonly namespace: string;
  /** Name of the profile; undefined for all profiles of the project. */
  readonly name?: string | undefined;
}

/** What the garden says that the user is allowed to do with NamespacedCloudProfiles, custom verbs included. */
export async function readProjectProfileRights(
  { reviews }: Pick<ProjectContext, "reviews">,
  { token, namespace, name }: ProfilePlace,
): Promise<ProjectProfileRights> {
  const may = (verb: string) =>
    reviewAccessOrUndefined(
      reviews,
      token,
      accessReviewAttributes(verb, namespacedCloudProfiles, { namespace, ...(name !== undefined && { name }) }),
    );
  const [create, change, remove, kubernetes, machineImages, providerConfig] = await Promise.all([
    may("create"),
    may("patch"),
    may("delete"),
    may(verbsOfGuardedFields.kubernetes),
    may(verbsOfGuardedFields.machineImages),
    may(verbsOfGuardedFields.providerConfig),
  ]);
  return {
    ...(create !== undefined && { create }),
    ...(change !== undefined && { change }),
    ...(remove !== undefined && { delete: remove }),
    ...(kubernetes !== undefined && { kubernetes }),
    ...(machineImages !== undefined && { machineImages }),
    ...(providerConfig !== undefined && { providerConfig }),
  };
}
