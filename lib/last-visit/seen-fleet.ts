import * as z from "zod/mini";
import { ColumnReader } from "#lib/contract/columns/read-columns.ts";
import { ColumnWriter } from "#lib/contract/columns/write-columns.ts";
import { type FleetRow, rowsInLine } from "#lib/contract/fleet.ts";
import { deadEndRowTest } from "#lib/fleet/fields/dead-end-filter.ts";
import { rotationAgeTest } from "#lib/fleet/fields/rotation-age-filter.ts";
import { usedVersions } from "#lib/notices/version-ends.ts";
import { failedStates, rowState } from "#lib/policy/next/row-state.ts";
import { compareText } from "#lib/text/natural-key.ts";
import { type SeenCluster, seenClusterSchema, seenOf } from "./seen-cluster.ts";

/** How many clusters are so: what is left to compare where there are too many to remember each. */
const numbersSchema = z.object({
  clusters: z.int(),
  failed: z.int(),
  unhealthy: z.int(),
  stuck: z.int(),
  waiting: z.int(),
});
export type SeenNumbers = z.infer<typeof numbersSchema>;
export const numberNames = ["clusters", "failed", "unhealthy", "stuck", "waiting"] as const;

/** Raised whenever the meaning of a line changes: what another build has written in another form is not read. */
const seenFormat = 2;

const headSchema = z.object({
  format: z.literal(seenFormat),
  /** Epoch milliseconds. */
  at: z.int(),
  numbers: numbersSchema,
  /** When the versions that clusters used ended, as `usedVersions` names them; `""` for no end. */
  ends: z.record(z.string(), z.string()),
  /** How many clusters follow; less than there were when only numbers are remembered. */
  follow: z.int().check(z.minimum(0)),
});

/** A fleet as somebody saw it. */
export interface SeenFleet {
  readonly at: number;
  readonly numbers: SeenNumbers;
  readonly ends: Readonly<Record<string, string>>;
  /** Undefined where only numbers are remembered. */
  readonly clusters: readonly SeenCluster[] | undefined;
}

/** Enough for every version of many profiles; of what goes beyond, no end is remembered. */
const mostEnds = 2_000;

const isStuck = deadEndRowTest("stuck");
const isWaiting = rotationAgeTest(["waiting"]);

export function numbersOf(rows: readonly FleetRow[], now: number): SeenNumbers {
  const count = (is: (row: FleetRow) => boolean) => rows.filter(is).length;
  return {
    clusters: rows.length,
    failed: count((row) => failedStates.includes(rowState(row))),
    unhealthy: count(({ health }) => health === "unhealthy"),
    stuck: count((row) => isStuck(row, { now })),
    waiting: count((row) => isWaiting(row, { now })),
  };
}

/** The lines that are kept, one after the other: the first says how many clusters follow, five hundred to a line. */
export function* seenLines(rows: readonly FleetRow[], now: number, each = true): Generator<string, void> {
  const ends: Record<string, string> = {};
  let left = mostEnds;
  for (const row of rows) {
    for (const { key, end } of usedVersions(row)) {
      if (ends[key] !== undefined || left === 0) continue;
      ends[key] = end;
      left -= 1;
    }
  }
  const head = { format: seenFormat, at: now, numbers: numbersOf(rows, now), ends, follow: each ? rows.length : 0 };
  yield JSON.stringify(head);
  if (!each) return;
  const writer = new ColumnWriter();
  // Names beside names that are like them take less room.
  const ordered = rows.toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  for (let at = 0; at < ordered.length; at += rowsInLine) {
    yield JSON.stringify(writer.write(ordered.slice(at, at + rowsInLine).map((row) => seenOf(row, now))));
  }
}

/** Reads what `seenLines` wrote, line by line. */
export class SeenReader {
  readonly #columns = new ColumnReader(seenClusterSchema);
  readonly #clusters: SeenCluster[] = [];
  #head: z.infer<typeof headSchema> | undefined;

  /** @throws where it is not of the agreed form */
  take(line: string): void {
    const read: unknown = JSON.parse(line);
    if (this.#head === undefined) {
      this.#head = headSchema.parse(read);
      return;
    }
    const left = Math.min(this.#head.follow - this.#clusters.length, rowsInLine);
    for (const cluster of this.#columns.read(read, left)) if (isCluster(cluster)) this.#clusters.push(cluster);
  }

  /** Undefined while something is missing. */
  whole(): SeenFleet | undefined {
    if (this.#head === undefined || this.#clusters.length < this.#head.follow) return undefined;
    const { at, numbers, ends, follow } = this.#head;
    return { at, numbers, ends, clusters: follow === 0 && numbers.clusters > 0 ? undefined : this.#clusters };
  }
}

export function nameOf({ namespace, name }: Pick<SeenCluster, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

/** Every value of a cluster was held to its schema when it was read. */
function isCluster(value: unknown): value is SeenCluster {
  return value !== undefined;
}
