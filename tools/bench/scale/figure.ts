export type Unit = "s" | "ms" | "MB" | "kB" | "%" | "×";

/** What a cluster costs: each kind is held to what it costs in a small landscape. A part is told, and held as the whole. */
export const costs = ["processor", "memory", "bytes", "part"] as const;
export type Cost = (typeof costs)[number];

/** One figure of one landscape, measured once. Less is better in all of them. */
export interface Figure {
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
export function mostAt(shoots: number, limits: Readonly<Record<number, number>>): number | undefined {
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
