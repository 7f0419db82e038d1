import "server-only";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { type AccessReviews, accessReviewAttributes } from "#server/access/access-reviews.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";

/** A user's token and scope, and NamespacedCloudProfiles that the user may be allowed to list. */
export interface ProfileListInput {
  readonly token: string;
  readonly scope: UserScope;
  readonly profiles: readonly NamespacedCloudProfile[];
}

export interface ListableNamespaces {
  readonly listable: ReadonlySet<string>;
  /** Namespaces of visible projects whose profiles the user cannot list. */
  readonly refused: readonly string[];
}

/**
 * The namespaces in which the user can list NamespacedCloudProfiles. An access review is needed for each visible
 * project, since permission to list its Shoots does not include its profiles.
 */
export async function listableNamespaces(
  { may }: Pick<AccessReviews, "may">,
  { token, scope, profiles }: ProfileListInput,
): Promise<ListableNamespaces> {
  const namespaces = [...new Set(profiles.map(({ metadata }) => metadata.namespace ?? ""))].filter((namespace) =>
    scopeIncludesNamespace(scope, namespace),
  );
  const judged = await Promise.all(
    namespaces.map(async (namespace) => ({
      namespace,
      allowed: await may(token, accessReviewAttributes("list", namespacedCloudProfiles, { namespace })),
    })),
  );
  return {
    listable: new Set(judged.flatMap(({ namespace, allowed }) => (allowed ? [namespace] : []))),
    refused: judged.flatMap(({ namespace, allowed }) => (allowed ? [] : [namespace])),
  };
}
