import { readFile, writeFile } from "node:fs/promises";
import * as z from "zod";
import { costs, type Measurement } from "./measurement.ts";

const units = ["s", "ms", "MB", "kB", "%", "×"] as const;

const takenSchema = z.object({
  garden: z.string(),
  shoots: z.int(),
  part: z.string(),
  name: z.string(),
  unit: z.enum(units),
  /** Every round; the worst of them counts. */
  runs: z.array(z.number()).min(1),
  most: z.optional(z.number()),
  cost: z.optional(z.enum(costs)),
  viewers: z.optional(z.int()),
  /** The day, and the commit that was measured. */
  on: z.string(),
  commit: z.string(),
});

const faultSchema = z.object({ garden: z.string(), shoots: z.int(), part: z.string(), words: z.string() });

const recordSchema = z.object({
  /** What it was measured on, in words. */
  machine: z.string(),
  taken: z.array(takenSchema),
  faults: z.array(faultSchema),
});

/** A figure as it was taken, all rounds of it. */
export type Taken = z.infer<typeof takenSchema>;
/** What could not be measured, and why. */
export type FailedMeasurement = z.infer<typeof faultSchema>;
export type ScaleRecord = z.infer<typeof recordSchema>;

export const emptyRecord: ScaleRecord = { machine: "", taken: [], faults: [] };

export function worstOf({ runs }: Pick<Taken, "runs">): number {
  return Math.max(...runs);
}

/** Whether it is as little as it has to be; what nobody limits always is. */
export function isMet(taken: Pick<Taken, "runs" | "most">): boolean {
  return taken.most === undefined || worstOf(taken) <= taken.most;
}

type Frame = Pick<Taken, "garden" | "shoots" | "part" | "on" | "commit">;

/** The rounds of a part as one entry a figure. */
export function takenOf(rounds: readonly (readonly Measurement[])[], frame: Frame): readonly Taken[] {
  const byKey = new Map<string, Taken>();
  for (const { value, most, ...figure } of rounds.flat()) {
    const key = `${figure.name} ${figure.viewers}`;
    const runs = [...(byKey.get(key)?.runs ?? []), Number(value.toPrecision(6))];
    byKey.set(key, { ...frame, ...figure, ...(most === undefined ? {} : { most }), runs });
  }
  return [...byKey.values()];
}

/** What was measured anew takes the place of what was measured before, part by part. */
export function merged(before: ScaleRecord, now: ScaleRecord): ScaleRecord {
  const partOf = ({ garden, shoots, part }: Pick<Taken, "garden" | "shoots" | "part">) => `${garden} ${shoots} ${part}`;
  const renewed = new Set([...now.taken, ...now.faults].map(partOf));
  const kept = <Entry extends FailedMeasurement | Taken>(entries: readonly Entry[]) =>
    entries.filter((entry) => !renewed.has(partOf(entry)));
  const order = (a: FailedMeasurement | Taken, b: FailedMeasurement | Taken) =>
    a.garden.localeCompare(b.garden) || a.shoots - b.shoots;
  return {
    machine: now.machine,
    taken: [...kept(before.taken), ...now.taken].sort(order),
    faults: [...kept(before.faults), ...now.faults].sort(order),
  };
}

/** @throws Error when it is no record */
export function parseRecord(text: string): ScaleRecord {
  return recordSchema.parse(JSON.parse(text));
}

/** Writes into a file, which may hold figures of other parts and sizes already: those stay. */
export async function keepRecord(file: string, now: ScaleRecord): Promise<void> {
  const before = await readFile(file, "utf8").then(parseRecord, (error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return emptyRecord;
    throw error;
  });
  await writeFile(file, formatScaleRecord(merged(before, now)));
}

/** As the formatter of this repository would have it: rounds side by side. */
export function formatScaleRecord(record: ScaleRecord): string {
  const text = JSON.stringify(record, undefined, 2);
  return `${text.replace(/\[\s+([-\d.e,\s]+?)\s+\]/g, (_, list: string) => `[${list.replace(/\s+/g, " ")}]`)}\n`;
}
