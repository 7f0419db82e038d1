export type MeasurementUnit = "s" | "ms" | "MB" | "kB" | "%" | "×";

/** Kinds of cost that must not grow faster than the number of clusters. */
export type MeasuredCost = "processor" | "memory" | "bytes";

/** One measured value for one size of the landscape. For all measurements, lower is better. */
export interface Measurement {
  readonly name: string;
  readonly unit: MeasurementUnit;
  readonly value: number;
  /** Upper limit of the value. */
  readonly most?: number | undefined;
  readonly cost?: MeasuredCost;
  /** Number of open pages, if it affects the value. */
  readonly viewers?: number;
}

/** The limit of a measurement for a given number of Shoots, if there is one for that number. */
export function maxForSize(shoots: number, limits: Readonly<Record<number, number>>): number | undefined {
  return limits[shoots];
}

/** The percentile of the values: the given share of them does not exceed the result. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Converts mebibytes to megabytes of a million bytes, the unit of all limits. */
export function mbOfMib(mib: number): number {
  return (mib * 2 ** 20) / 1e6;
}

/** Names of measurements that other measurements are derived from. */
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
  /** Values below this are shown in the smaller unit, which is a thousandth of this one. */
  readonly below: number;
}

/** Smaller units. Tenths of a second stay seconds, because they are easier to read. */
const smaller: Partial<Readonly<Record<string, Smaller>>> = {
  s: { unit: "ms", below: 0.1 },
  ms: { unit: "µs", below: 0.1 },
  MB: { unit: "kB", below: 1 },
  kB: { unit: "B", below: 1 },
};

/** Formats a value with about three digits, in a suitable unit. */
export function formatMeasurement(value: number, unit: MeasurementUnit | Smaller["unit"]): string {
  const less = smaller[unit];
  if (less !== undefined && value !== 0 && Math.abs(value) < less.below)
    return formatMeasurement(value * 1_000, less.unit);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = Number(value.toFixed(digits)).toLocaleString("en");
  return unit === "×" ? `× ${number}` : `${number} ${unit}`;
}
