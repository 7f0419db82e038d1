import type { FleetRow, FleetSnapshot } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";

/** What the clusters of a project add up to, as the list of clusters would show them. */
export interface ProjectNumbers {
  readonly clusters: number;
  readonly unhealthy: number;
  /** Clusters that have not moved from their SecretBinding to a CredentialsBinding. */
  readonly secretBindings: number;
  /** The first forced change or dead end of any cluster. */
  readonly next?: NextEvent;
}

export interface NextEvent {
  /** Earliest time, in epoch milliseconds. */
  readonly at: number;
  readonly overdue: boolean;
  /** Whether the cluster gets stuck then, because no update is possible, instead of being changed. */
  readonly isDeadEnd: boolean;
  readonly cluster: string;
}

/** Numbers of each project whose clusters the user sees, by the project's name; undefined until all were read. */
export function projectNumbersOf({
  freshness,
  rows,
  scope,
}: Pick<FleetSnapshot, "freshness" | "rows" | "scope">): ReadonlyMap<string, ProjectNumbers> | undefined {
  if (!areRowsComplete(freshness)) return undefined;
  const byProject = Map.groupBy(rows, ({ project }) => project);
  return new Map(scope.projects.map(({ name }) => [name, numbersOf(byProject.get(name) ?? [])]));
}

/** Clusters that are being deleted do not have to move. */
function needsCredentialsBinding({ secretBinding, deletionRequestedAt }: FleetRow): boolean {
  return secretBinding !== undefined && deletionRequestedAt === undefined;
}

function numbersOf(rows: readonly FleetRow[]): ProjectNumbers {
  const firsts = rows.flatMap((row) => {
    const [first] = forcedEventsOf(row);
    return first === undefined
      ? []
      : [{ at: first.at, overdue: first.overdue, isDeadEnd: first.step === undefined, cluster: row.name }];
  });
  const [next] = firsts.sort((a, b) => Number(b.overdue) - Number(a.overdue) || a.at - b.at);
  return {
    clusters: rows.length,
    unhealthy: rows.filter(({ health }) => health === "unhealthy").length,
    secretBindings: rows.filter(needsCredentialsBinding).length,
    ...(next && { next }),
  };
}
