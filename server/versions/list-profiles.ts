import "server-only";
import { type Profile, type Versions, versionListsSchema } from "#lib/contract/versions.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import { cloudProfiles } from "#lib/kube/resource.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type AccessReviews, accessReviewAttributes } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import type { WatchedObject } from "#server/watch/packed-object.ts";
import { listableNamespaces } from "./listable-namespaces.ts";

export interface ProfileListContext {
  readonly sources: Pick<FleetSources, "cloudProfiles" | "namespacedCloudProfiles">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly reviews: Pick<AccessReviews, "may">;
  readonly directory: Pick<ProjectDirectory, "nameOf">;
  readonly fleet: Pick<Fleet, "freshness">;
}

/**
 * The CloudProfiles and NamespacedCloudProfiles that the user can list. They are taken from the shared watch, after an
 * access review for CloudProfiles and one per visible project.
 */
export async function listProfiles(app: ProfileListContext, token: string): Promise<Versions> {
  const scope = await app.scopes.scopeOf(token);
  const own = app.sources.namespacedCloudProfiles.all();
  const [mayListAll, { listable, refused }] = await Promise.all([
    app.reviews.may(token, accessReviewAttributes("list", cloudProfiles)),
    listableNamespaces(app.reviews, { token, scope, profiles: own }),
  ]);
  const profiles = [
    ...(mayListAll ? app.sources.cloudProfiles.all() : []).map(ofGarden),
    ...own
      .filter(({ metadata }) => listable.has(metadata.namespace ?? ""))
      .map((profile) => ofProject(profile, app.directory)),
  ];
  return {
    profiles: profiles.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    freshness: app.fleet.freshness(),
    unreadable: refused.map((namespace) => app.directory.nameOf(namespace)),
  };
}

const keyOf = ({ kind, namespace = "", name }: Profile) => `${kind}\n${namespace}\n${name}`;

/** Parsed once per object, since every calendar needs the version lists of all profiles. */
const readLists = memoizePerObject((spec: object): NonNullable<Profile["lists"]> | null => {
  const parsed = versionListsSchema.safeParse(spec);
  return parsed.success ? parsed.data : null;
});

/** The version lists of a profile; undefined when they cannot be parsed, so that only the profile's name is shown. */
function listsOf(spec: object | null | undefined): Profile["lists"] {
  return readLists(spec ?? noSpec) ?? undefined;
}

const noSpec = {};

function ofGarden({ metadata, spec }: WatchedObject<CloudProfile>): Profile {
  const lists = listsOf(spec);
  return {
    kind: "CloudProfile",
    name: metadata.name,
    resourceVersion: metadata.resourceVersion,
    ...(typeof spec?.type === "string" && { provider: spec.type }),
    ...(lists && { lists }),
  };
}

function ofProject(
  { metadata, spec, status }: WatchedObject<NamespacedCloudProfile>,
  directory: ProfileListContext["directory"],
): Profile {
  const namespace = metadata.namespace ?? "";
  const merged = status?.cloudProfileSpec;
  const lists = merged && listsOf(merged);
  const overrides = listsOf(spec);
  return {
    kind: "NamespacedCloudProfile",
    name: metadata.name,
    namespace,
    project: directory.nameOf(namespace),
    parent: spec?.parent?.name ?? "",
    resourceVersion: metadata.resourceVersion,
    ...(typeof merged?.type === "string" && { provider: merged.type }),
    ...(lists && { lists }),
    ...(overrides && { overrides }),
  };
}
