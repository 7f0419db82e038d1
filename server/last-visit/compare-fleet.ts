import "server-only";
import { createHash } from "node:crypto";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ComparedLastVisit, type LastVisitEntry, lastVisitLimits } from "#lib/contract/last-visit.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { type LastMaintenanceRun, type VisitChange, VisitComparison } from "#lib/last-visit/visit-comparison.ts";
import { type VisitSnapshot, visitCountNames, visitCountsOf } from "#lib/last-visit/visit-snapshot.ts";
import { scopeIncludesNamespace, type UserScope } from "#server/access/user-scope.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";
import type { LastVisitContext } from "./last-visit-context.ts";

/** Maximum of clusters for which the result of their last maintenance is looked up. */
const mostRuns = 500;

interface Comparing {
  readonly seen: VisitSnapshot;
  readonly scope: UserScope;
  /** Key of the change of which all clusters are requested. */
  readonly line?: string | undefined;
}

/** Compares the cluster list with the one the user saw last, as far as visible to the user now. Runs in time slices. */
export async function compareFleet(
  context: LastVisitContext,
  { seen, scope, line }: Comparing,
): Promise<ComparedLastVisit> {
  const { fleet, now } = context;
  const rows = fleet.store.rows(scope);
  const { clusters } = seen;
  const since = formatInstant(seen.at);
  if (clusters === undefined) {
    const lines = numberLines(seen, rows, now());
    return { state: "compared", since, lines, more: 0, mark: markOf(lines), numbersOf: seen.numbers.clusters };
  }
  const comparison = new VisitComparison({
    seen: { ...seen, clusters },
    now: now(),
    covers: (namespace) => scopeIncludesNamespace(scope, namespace),
    maintenanceOf: runsOf(context),
  });
  await forEachInTimeSlices(rows, (row) => comparison.read([row]));
  const found = comparison.changes();
  const lines = found.slice(0, lastVisitLimits.lines).map(lineOf);
  const asked = line === undefined ? undefined : found.find(({ key }) => key === line);
  return {
    state: "compared",
    since,
    lines,
    more: found.length - lines.length,
    mark: markOf(lines),
    ...(line !== undefined && { uids: (asked?.clusters ?? []).flatMap(({ uid }) => uid ?? []) }),
  };
}

/** Looks up what the last maintenance of a cluster did, for at most `mostRuns` clusters. */
function runsOf({ sources }: LastVisitContext): (uid: string) => LastMaintenanceRun | undefined {
  let left = mostRuns;
  return (uid) => {
    if (left === 0) return undefined;
    left -= 1;
    for (const mirror of sources.shoots) {
      const shoot = mirror.get(uid);
      if (shoot === undefined) continue;
      const description = stringAt(shoot, "status", "lastMaintenance", "description");
      const at = fieldAt(shoot, "status", "lastMaintenance", "triggeredTime");
      return description !== undefined && typeof at === "string" ? { description, at } : undefined;
    }
    return undefined;
  };
}

function lineOf({ key, change, clusters }: VisitChange): LastVisitEntry {
  // Clusters in projects that the user can no longer see are not named.
  const named = change.kind === "hidden" ? [] : clusters.slice(0, lastVisitLimits.named);
  return {
    key,
    change,
    clusters: clusters.length,
    named: named.map(({ project, name }) => ({ project, name })),
  };
}

function numberLines(
  { numbers: was }: Pick<VisitSnapshot, "numbers">,
  rows: readonly FleetRow[],
  now: number,
): LastVisitEntry[] {
  const is = visitCountsOf(rows, now);
  return visitCountNames.flatMap((of) =>
    was[of] === is[of]
      ? []
      : [
          {
            key: `number:${of}`,
            change: { kind: "number" as const, of, was: was[of], is: is[of] },
            clusters: is[of],
            named: [],
          },
        ],
  );
}

/** Fingerprint of the listed changes. A few clusters count by name; for many, one cluster more is no new change. */
function markOf(lines: readonly LastVisitEntry[]): string {
  const text = lines.map(({ key, clusters, named }) => [key, clusters <= named.length ? named : ""]);
  return createHash("sha256").update(JSON.stringify(text)).digest("base64url");
}
