import * as z from "zod/mini";
import { ColumnReader } from "#lib/contract/columns/read-columns.ts";
import { ColumnWriter } from "#lib/contract/columns/write-columns.ts";
import { type FleetRow, rowsPerLine } from "#lib/contract/fleet.ts";
import { createDeadEndRowTest } from "#lib/fleet/fields/dead-end-filter.ts";
import { createRotationAgeTest } from "#lib/fleet/fields/rotation-age-filter.ts";
import { usedVersionsOf } from "#lib/notices/version-ends.ts";
import { clusterRowStateOf, failedStates } from "#lib/policy/next/row-state.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { type ClusterSnapshot, clusterSnapshotOf, clusterSnapshotSchema } from "./cluster-snapshot.ts";

/** Counts of clusters at a visit. Only they are compared if there are too many clusters to store each. */
const numbersSchema = z.object({
  clusters: z.int(),
  failed: z.int(),
  unhealthy: z.int(),
  stuck: z.int(),
  waiting: z.int(),
});
export type VisitSnapshotCounts = z.infer<typeof numbersSchema>;
export const visitCountNames = ["clusters", "failed", "unhealthy", "stuck", "waiting"] as const;

/** Version of the stored format, increased when the meaning of a line changes; other versions are not read. */
const seenFormat = 2;

const headSchema = z.object({
  format: z.literal(seenFormat),
  /** Time of the visit in epoch milliseconds. */
  at: z.int(),
  numbers: numbersSchema,
  /** Ends of the Kubernetes and image versions in use, by version key; `""` for no end. */
  ends: z.record(z.string(), z.string()),
  /** Number of clusters in the following lines; less than the total if only counts are stored. */
  follow: z.int().check(z.minimum(0)),
});

/** Fleet as a user saw it at a visit. */
export interface VisitSnapshot {
  readonly at: number;
  readonly numbers: VisitSnapshotCounts;
  readonly ends: Readonly<Record<string, string>>;
  /** Snapshots of the clusters; undefined if only counts are stored. */
  readonly clusters: readonly ClusterSnapshot[] | undefined;
}

/** Maximum number of stored version ends, sufficient for every version of many profiles; others are dropped. */
const mostEnds = 2_000;

const isStuck = createDeadEndRowTest("stuck");
const isWaiting = createRotationAgeTest(["waiting"]);

export function visitCountsOf(rows: readonly FleetRow[], now: number): VisitSnapshotCounts {
  const count = (is: (row: FleetRow) => boolean) => rows.filter(is).length;
  return {
    clusters: rows.length,
    failed: count((row) => failedStates.includes(clusterRowStateOf(row))),
    unhealthy: count(({ health }) => health === "unhealthy"),
    stuck: count((row) => isStuck(row, { now })),
    waiting: count((row) => isWaiting(row, { now })),
  };
}

/** Generates the lines of a stored visit: a header with the cluster count, then clusters, five hundred a line. */
export function* visitSnapshotLines(rows: readonly FleetRow[], now: number, each = true): Generator<string, void> {
  const ends: Record<string, string> = {};
  let left = mostEnds;
  for (const row of rows) {
    for (const { key, end } of usedVersionsOf(row)) {
      if (ends[key] !== undefined || left === 0) continue;
      ends[key] = end;
      left -= 1;
    }
  }
  const head = { format: seenFormat, at: now, numbers: visitCountsOf(rows, now), ends, follow: each ? rows.length : 0 };
  yield JSON.stringify(head);
  if (!each) return;
  const writer = new ColumnWriter();
  // The rows are sorted, because similar names next to each other compress better.
  const ordered = rows.toSorted((a, b) => compareText(clusterSnapshotKeyOf(a), clusterSnapshotKeyOf(b)));
  for (let at = 0; at < ordered.length; at += rowsPerLine) {
    yield JSON.stringify(writer.write(ordered.slice(at, at + rowsPerLine).map((row) => clusterSnapshotOf(row, now))));
  }
}

/** Reads the lines of a stored visit one by one. */
export class VisitSnapshotReader {
  readonly #columns = new ColumnReader(clusterSnapshotSchema);
  readonly #clusters: ClusterSnapshot[] = [];
  #head: z.infer<typeof headSchema> | undefined;

  /** Reads the next line. @throws if the line is malformed */
  take(line: string): void {
    const read: unknown = JSON.parse(line);
    if (this.#head === undefined) {
      this.#head = headSchema.parse(read);
      return;
    }
    const left = Math.min(this.#head.follow - this.#clusters.length, rowsPerLine);
    for (const cluster of this.#columns.read(read, left)) if (isCluster(cluster)) this.#clusters.push(cluster);
  }

  /** Returns the stored visit; undefined until all lines have been read. */
  whole(): VisitSnapshot | undefined {
    if (this.#head === undefined || this.#clusters.length < this.#head.follow) return undefined;
    const { at, numbers, ends, follow } = this.#head;
    return { at, numbers, ends, clusters: follow === 0 && numbers.clusters > 0 ? undefined : this.#clusters };
  }
}

export function clusterSnapshotKeyOf({ namespace, name }: Pick<ClusterSnapshot, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

/** Type guard for a cluster whose fields were already validated against the schema when they were read. */
function isCluster(value: unknown): value is ClusterSnapshot {
  return value !== undefined;
}
