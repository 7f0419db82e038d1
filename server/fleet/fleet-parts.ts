import "server-only";
import type { FleetPartName, PartFault } from "#lib/contract/fleet.ts";
import { unreadSentence } from "#lib/words/part-sentences.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Mirror } from "#server/watch/mirror.ts";

type Watched = Pick<Mirror<never>, "state" | "staleness" | "size">;

/** Who keeps which part: the Shoots in one mirror or in one for each namespace. */
export interface WatchedParts {
  readonly shoots: readonly Watched[];
  readonly projects: Watched;
  readonly cloudProfiles: Watched;
  readonly namespacedCloudProfiles: Watched;
  readonly roleBindings?: Watched | undefined;
  readonly seeds?: Watched | undefined;
}

const retryAfterSeconds = 30;

/** The collections that a fleet rests on: which were read, and which are followed now. */
export function createFleetParts(sources: WatchedParts) {
  const parts: readonly (readonly [FleetPartName, readonly Watched[]])[] = [
    ["Shoots", sources.shoots],
    ["Projects", [sources.projects]],
    ["CloudProfiles", [sources.cloudProfiles]],
    ["NamespacedCloudProfiles", [sources.namespacedCloudProfiles]],
    ["Seeds", sources.seeds === undefined ? [] : [sources.seeds]],
    ["RoleBindings", sources.roleBindings === undefined ? [] : [sources.roleBindings]],
  ];
  return {
    /** Whether everything was read completely at least once. Before, nothing may be told as known. */
    areRead: () => parts.every(([name, mirrors]) => mirrors.every((mirror) => isRead(name, mirror))),
    /** Parts that are not followed now, each with its first fault; of those that were never read, what has failed so far. */
    faults: (): readonly PartFault[] => parts.flatMap(([name, mirrors]) => faultOf(name, mirrors) ?? []),
    /** Refuses with 503 and the reason until everything was read. */
    requireRead(): void {
      const unread = parts.filter(([name, mirrors]) => !mirrors.every((mirror) => isRead(name, mirror)));
      if (unread.length === 0) return;
      const sentences = unread.map(([name, mirrors]) => unreadSentence(name, faultOf(name, mirrors)));
      throw new ProblemError("not-ready", { detail: sentences.join(" "), retryAfterSeconds });
    },
    /** Those of which there is nothing at all. */
    empty: () =>
      parts.flatMap(([name, mirrors]) => (mirrors.length > 0 && mirrors.every(({ size }) => size === 0) ? name : [])),
  };
}

/** Such an answer says all there is to know of a part that was never read. */
function isAbsent(name: FleetPartName, { state, staleness }: Watched): boolean {
  if (state !== "empty") return false;
  // Older gardens have no such collection.
  if (name === "NamespacedCloudProfiles") return staleness?.reason === "not-found";
  // Without RoleBindings only members of a project see it: nobody sees too much. Without Seeds nothing is said of them.
  return (name === "RoleBindings" || name === "Seeds") && staleness?.reason === "forbidden";
}

function isRead(name: FleetPartName, mirror: Watched): boolean {
  return mirror.state !== "empty" || isAbsent(name, mirror);
}

function faultOf(part: FleetPartName, mirrors: readonly Watched[]): PartFault | undefined {
  const stale = mirrors.flatMap((mirror) =>
    // What the garden does not have cannot become old.
    part === "NamespacedCloudProfiles" && isAbsent(part, mirror) ? [] : (mirror.staleness ?? []),
  );
  const [oldest] = stale.sort((a, b) => (a.since < b.since ? -1 : 1));
  return oldest && { part, since: oldest.since, reason: oldest.reason };
}
