import "server-only";
import type { FleetCollectionError, FleetCollectionName } from "#lib/contract/fleet.ts";
import { describeUnreadCollection } from "#lib/words/collection-descriptions.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";

type Watched = Pick<ObjectCache<never>, "state" | "staleness" | "size">;

/** State of each watched collection. Shoots are watched in all namespaces at once, or per namespace. */
export interface WatchedCollections {
  readonly shoots: readonly Watched[];
  readonly projects: Watched;
  readonly cloudProfiles: Watched;
  readonly namespacedCloudProfiles: Watched;
  readonly roleBindings?: Watched | undefined;
  readonly seeds?: Watched | undefined;
}

const retryAfterSeconds = 30;

/** Tells which of the watched collections (Shoots, Projects, CloudProfiles and others) were read and are up to date. */
export function createFleetCollections(sources: WatchedCollections) {
  const parts: readonly (readonly [FleetCollectionName, readonly Watched[]])[] = [
    ["Shoots", sources.shoots],
    ["Projects", [sources.projects]],
    ["CloudProfiles", [sources.cloudProfiles]],
    ["NamespacedCloudProfiles", [sources.namespacedCloudProfiles]],
    ["Seeds", sources.seeds === undefined ? [] : [sources.seeds]],
    ["RoleBindings", sources.roleBindings === undefined ? [] : [sources.roleBindings]],
  ];
  return {
    /** Whether each collection was read completely at least once. Before that, the cluster list is not shown. */
    areRead: () => parts.every(([name, mirrors]) => mirrors.every((mirror) => isRead(name, mirror))),
    /** Collections that are not up to date, or were never read, each with its first error. */
    faults: (): readonly FleetCollectionError[] => parts.flatMap(([name, mirrors]) => errorOf(name, mirrors) ?? []),
    /** @throws ProblemError 503 with the reasons until each collection was read */
    requireRead(): void {
      const unread = parts.filter(([name, mirrors]) => !mirrors.every((mirror) => isRead(name, mirror)));
      if (unread.length === 0) return;
      const sentences = unread.map(([name, mirrors]) => describeUnreadCollection(name, errorOf(name, mirrors)));
      throw new ProblemError("not-ready", { detail: sentences.join(" "), retryAfterSeconds });
    },
    /** Names of the collections without any object. */
    empty: () =>
      parts.flatMap(([name, mirrors]) => (mirrors.length > 0 && mirrors.every(({ size }) => size === 0) ? name : [])),
  };
}

/** Whether a collection that was never read counts as read, because the API server's error will not go away. */
function isAbsent(name: FleetCollectionName, { state, staleness }: Watched): boolean {
  if (state !== "empty") return false;
  // Older versions of Gardener do not have this resource.
  if (name === "NamespacedCloudProfiles") return staleness?.reason === "not-found";
  // If RoleBindings are forbidden, only members see a project; if Seeds are forbidden, nothing is shown about Seeds.
  return (name === "RoleBindings" || name === "Seeds") && staleness?.reason === "forbidden";
}

function isRead(name: FleetCollectionName, mirror: Watched): boolean {
  return mirror.state !== "empty" || isAbsent(name, mirror);
}

function errorOf(part: FleetCollectionName, mirrors: readonly Watched[]): FleetCollectionError | undefined {
  const stale = mirrors.flatMap((mirror) =>
    // A resource that the garden does not have cannot be out of date.
    part === "NamespacedCloudProfiles" && isAbsent(part, mirror) ? [] : (mirror.staleness ?? []),
  );
  const [oldest] = stale.sort((a, b) => (a.since < b.since ? -1 : 1));
  return oldest && { part, since: oldest.since, reason: oldest.reason };
}
