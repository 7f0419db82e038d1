import "server-only";
import type { NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { namespacedCloudProfiles } from "#lib/kube/resource.ts";
import { type AccessReviews, rightTo } from "#server/access/access-reviews.ts";
import { covers, type UserScope } from "#server/access/user-scope.ts";

/** A user, and the objects of which some may be theirs to list. */
export interface Asked {
  readonly token: string;
  readonly scope: UserScope;
  readonly profiles: readonly NamespacedCloudProfile[];
}

export interface JudgedNamespaces {
  readonly listable: ReadonlySet<string>;
  /** Of projects that the user sees, but whose own profiles they may not list. */
  readonly refused: readonly string[];
}

/**
 * In which namespaces the user may list NamespacedCloudProfiles: the garden says so for each project that is seen, as
 * who sees a project's Shoots need not be allowed its profiles.
 */
export async function listableNamespaces(
  { may }: Pick<AccessReviews, "may">,
  { token, scope, profiles }: Asked,
): Promise<JudgedNamespaces> {
  const namespaces = [...new Set(profiles.map(({ metadata }) => metadata.namespace ?? ""))].filter((namespace) =>
    covers(scope, namespace),
  );
  const judged = await Promise.all(
    namespaces.map(async (namespace) => ({
      namespace,
      allowed: await may(token, rightTo("list", namespacedCloudProfiles, { namespace })),
    })),
  );
  return {
    listable: new Set(judged.flatMap(({ namespace, allowed }) => (allowed ? [namespace] : []))),
    refused: judged.flatMap(({ namespace, allowed }) => (allowed ? [] : [namespace])),
  };
}
