import "server-only";
import { createHash } from "node:crypto";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ComparedLastVisit, type LastVisitEntry, lastVisitLimits } from "#lib/contract/last-visit.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { type FoundChange, type LastRun, VisitComparison } from "#lib/last-visit/visit-comparison.ts";
import { numberNames, numbersOf, type VisitSnapshot } from "#lib/last-visit/visit-snapshot.ts";
import { covers, type UserScope } from "#server/access/user-scope.ts";
import { inSlices } from "#server/processor-time/time-slices.ts";
import type { LastVisitContext } from "./last-visit-context.ts";

/** Maximum of clusters whose last maintenance is looked up. */
const mostRuns = 500;

interface Comparing {
  readonly seen: VisitSnapshot;
  readonly scope: UserScope;
  /** Key of the change whose clusters are requested. */
  readonly line?: string | undefined;
}

/** Compares the fleet with what the user saw last, within the user's current scope. Runs in slices. */
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
    covers: (namespace) => covers(scope, namespace),
    maintenanceOf: runsOf(context),
  });
  await inSlices(rows, (row) => comparison.read([row]));
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
function runsOf({ sources }: LastVisitContext): (uid: string) => LastRun | undefined {
  let left = mostRuns;
  return (uid) => {
    if (left === 0) return undefined;
    left -= 1;
    for (const mirror of sources.shoots) {
      const shoot = mirror.get(uid);
      if (shoot === undefined) continue;
      const description = textAt(shoot, "status", "lastMaintenance", "description");
      const at = fieldAt(shoot, "status", "lastMaintenance", "triggeredTime");
      return description !== undefined && typeof at === "string" ? { description, at } : undefined;
    }
    return undefined;
  };
}

function lineOf({ key, change, clusters }: FoundChange): LastVisitEntry {
  // Clusters of projects that the user no longer sees are not named.
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
  const is = numbersOf(rows, now);
  return numberNames.flatMap((of) =>
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

/** A fingerprint of the changes. Few clusters count by name, many only as such: one more of hundreds is not new. */
function markOf(lines: readonly LastVisitEntry[]): string {
  const text = lines.map(({ key, clusters, named }) => [key, clusters <= named.length ? named : ""]);
  return createHash("sha256").update(JSON.stringify(text)).digest("base64url");
}
