import { parameterlessActs } from "#lib/act/acts-at-once.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  type BindingDeadline,
  bindingDeadlineBucketOf,
  bindingDeadlineBuckets,
  bindingDeadlineOf,
} from "#lib/fleet/fields/account-fields.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { compareText } from "#lib/strings/natural-key.ts";

/** Cluster that still uses a SecretBinding. */
export interface ClusterToMove {
  readonly row: FleetRow;
  readonly secretBinding: string;
  /** When a maintenance run replaces the binding; undefined if no such update is in sight. */
  readonly deadline: BindingDeadline | undefined;
  readonly bucket: string;
}

/** Clusters of a project that still use a SecretBinding. */
export interface ProjectToMove {
  readonly project: string;
  /** The most urgent first. */
  readonly clusters: readonly [ClusterToMove, ...ClusterToMove[]];
}

export interface MigrationBoard {
  /** Number of clusters that were looked at. */
  readonly looked: number;
  /** All clusters with a SecretBinding, the most urgent first. */
  readonly clusters: readonly ClusterToMove[];
  /** The projects, the most urgent first. */
  readonly projects: readonly ProjectToMove[];
  /** Number of clusters of each time range that has any, in time order. */
  readonly buckets: readonly { readonly bucket: string; readonly clusters: number }[];
}

/** Sort value of a deadline: overdue ones first, then by their earliest time, then clusters without one. */
function urgencyOf({ deadline }: ClusterToMove): number {
  if (deadline === undefined) return Number.MAX_SAFE_INTEGER;
  return deadline.overdue ? 0 : deadline.at;
}

function byUrgency(a: ClusterToMove, b: ClusterToMove): number {
  return (
    urgencyOf(a) - urgencyOf(b) || compareText(a.row.project, b.row.project) || compareText(a.row.name, b.row.name)
  );
}

/**
 * Collects the clusters that still use a SecretBinding, row by row, so that a page can respond in between. Clusters that
 * are being deleted do not have to move.
 *
 * @param now epoch milliseconds
 */
export function createMigrationCollector(now: number) {
  const found: ClusterToMove[] = [];
  let looked = 0;
  return {
    add(row: FleetRow): void {
      looked += 1;
      const { secretBinding } = row;
      const bucket = bindingDeadlineBucketOf(row, now);
      if (secretBinding === undefined || bucket === undefined || row.deletionRequestedAt !== undefined) return;
      found.push({ row, secretBinding, deadline: bindingDeadlineOf(row), bucket });
    },
    result(): MigrationBoard {
      const clusters = found.toSorted(byUrgency);
      const counts = Map.groupBy(clusters, ({ bucket }) => bucket);
      return {
        looked,
        clusters,
        projects: [...Map.groupBy(clusters, ({ row }) => row.project)].flatMap(([project, [first, ...others]]) =>
          first === undefined ? [] : [{ project, clusters: [first, ...others] as const }],
        ),
        buckets: bindingDeadlineBuckets.flatMap((bucket) => {
          const { length } = counts.get(bucket) ?? [];
          return length === 0 ? [] : [{ bucket, clusters: length }];
        }),
      };
    },
  };
}

/** Address of the list of the clusters behind a number of the board. */
export function migrationListHref(query: FleetQuery, value: string, project?: string): string {
  const chosen = withFilter(withFilter(query, "secretBinding", [value]), "del", ["0"]);
  const listed = project === undefined ? chosen : withFilter(chosen, "project", [project]);
  return `/clusters${formatFleetQuery(listed)}`;
}

const { act, bulk } = parameterlessActs["migrate-binding"];

/** The act of the catalogue that moves many clusters at once. */
export const migrationOffer = { ...bulk, intent: { kind: "act", act } } as const;
