import "server-only";
import type { FleetCollectionError, FleetCollectionName } from "#lib/contract/fleet.ts";
import { describeUnreadCollection } from "#lib/words/collection-descriptions.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { ObjectCache } from "#server/watch/object-cache.ts";

type Watched = Pick<ObjectCache<never>, "state" | "staleness" | "size">;

/** The mirrors of each part; Shoots are in one mirror or in one per namespace. */
export interface WatchedCollections {
  readonly shoots: readonly Watched[];
  readonly projects: Watched;
  readonly cloudProfiles: Watched;
  readonly namespacedCloudProfiles: Watched;
  readonly roleBindings?: Watched | undefined;
  readonly seeds?: Watched | undefined;
}

const retryAfterSeconds = 30;

/** The collections that a fleet depends on: which were read, and which are currently followed. */
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
    /** Whether everything was read completely at least once. Before that, nothing counts as known. */
    areRead: () => parts.every(([name, mirrors]) => mirrors.every((mirror) => isRead(name, mirror))),
    /** Parts that are not currently followed, each with its first error, including parts that were never read. */
    faults: (): readonly FleetCollectionError[] => parts.flatMap(([name, mirrors]) => errorOf(name, mirrors) ?? []),
    /** @throws ProblemError 503 with the reasons until everything was read */
    requireRead(): void {
      const unread = parts.filter(([name, mirrors]) => !mirrors.every((mirror) => isRead(name, mirror)));
      if (unread.length === 0) return;
      const sentences = unread.map(([name, mirrors]) => describeUnreadCollection(name, errorOf(name, mirrors)));
      throw new ProblemError("not-ready", { detail: sentences.join(" "), retryAfterSeconds });
    },
    /** Parts without any object. */
    empty: () =>
      parts.flatMap(([name, mirrors]) => (mirrors.length > 0 && mirrors.every(({ size }) => size === 0) ? name : [])),
  };
}

/** Whether the garden's error answer is final for a part that was never read. */
function isAbsent(name: FleetCollectionName, { state, staleness }: Watched): boolean {
  if (state !== "empty") return false;
  // Older gardens do not have this resource.
  if (name === "NamespacedCloudProfiles") return staleness?.reason === "not-found";
  // Without RoleBindings only project members see a project, which is safe. Without Seeds nothing is shown of them.
  return (name === "RoleBindings" || name === "Seeds") && staleness?.reason === "forbidden";
}

function isRead(name: FleetCollectionName, mirror: Watched): boolean {
  return mirror.state !== "empty" || isAbsent(name, mirror);
}

function errorOf(part: FleetCollectionName, mirrors: readonly Watched[]): FleetCollectionError | undefined {
  const stale = mirrors.flatMap((mirror) =>
    // A resource that the garden does not have cannot become stale.
    part === "NamespacedCloudProfiles" && isAbsent(part, mirror) ? [] : (mirror.staleness ?? []),
  );
  const [oldest] = stale.sort((a, b) => (a.since < b.since ? -1 : 1));
  return oldest && { part, since: oldest.since, reason: oldest.reason };
}
