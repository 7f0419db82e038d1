export type Unit = "s" | "ms" | "MB" | "kB" | "%" | "×";

/** Costs that must not grow faster than the number of clusters. */
export type Cost = "processor" | "memory" | "bytes";

/** One figure of one landscape, measured once. Less is better in all of them. */
export interface Measurement {
  readonly name: string;
  readonly unit: Unit;
  readonly value: number;
  /** The most that it may be. */
  readonly most?: number | undefined;
  readonly cost?: Cost;
  /** How many looked on, where that matters. */
  readonly viewers?: number;
}

/** A limit that holds at some sizes only. */
export function maxForSize(shoots: number, limits: Readonly<Record<number, number>>): number | undefined {
  return limits[shoots];
}

/** Of values in any order: the one that so large a share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Megabytes are a million bytes, here and in every goal. */
export function mbOfMib(mib: number): number {
  return (mib * 2 ** 20) / 1e6;
}

/** Figures that others calculate with. */
export const measurementNames = {
  rawTime: "raw list: time",
  rawProcessor: "raw list: processor",
  rawBytes: "raw list: bytes",
  ready: "start: ready",
  startProcessor: "start: processor until ready",
  memoryReady: "memory when ready",
  memoryPage: "memory after the first page",
  memoryMost: "memory, most until then",
  fleetDecoded: "fleet, decoded",
  fleetPacked: "fleet, as sent",
  browserHeap: "browser's heap after a collection",
  viewersMemoryMost: "viewers: memory, most",
  viewersMemoryLater: "viewers: memory a minute later",
} as const;

interface Smaller {
  readonly unit: "ms" | "µs" | "kB" | "B";
  /** Below this it is told in the smaller unit, a thousand of which make one of these. */
  readonly below: number;
}

/** Tenths of a second are read more easily than hundreds of milliseconds. */
const smaller: Partial<Readonly<Record<string, Smaller>>> = {
  s: { unit: "ms", below: 0.1 },
  ms: { unit: "µs", below: 0.1 },
  MB: { unit: "kB", below: 1 },
  kB: { unit: "B", below: 1 },
};

/** With about three digits, in a unit that needs few zeros before them. */
export function formatMeasurement(value: number, unit: Unit | Smaller["unit"]): string {
  const less = smaller[unit];
  if (less !== undefined && value !== 0 && Math.abs(value) < less.below)
    return formatMeasurement(value * 1_000, less.unit);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = Number(value.toFixed(digits)).toLocaleString("en");
  return unit === "×" ? `× ${number}` : `${number} ${unit}`;
}
