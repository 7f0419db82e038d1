import { leastSquares, predicted } from "./least-squares.ts";
import { measurementNames, type Unit } from "./measurement.ts";
import type { Taken } from "./record.ts";

/** The sizes that a law is made of, and those that it is held to. */
export const fittedSizes: readonly number[] = [1_000, 10_000, 50_000];
export const checkedSizes: readonly number[] = [3_000, 20_000];
/** How far a law may be off, as a share of what was measured. */
export const maxDeviation = 0.15;

/** What grows with Shoots alone. */
const byShoots: readonly string[] = [
  ...[
    measurementNames.rawTime,
    measurementNames.rawProcessor,
    measurementNames.rawBytes,
    measurementNames.ready,
    measurementNames.startProcessor,
  ],
  ...[measurementNames.memoryReady, measurementNames.memoryPage, measurementNames.memoryMost],
  ...[measurementNames.fleetDecoded, measurementNames.fleetPacked, measurementNames.browserHeap],
];
const byViewers: readonly string[] = [measurementNames.viewersMemoryMost, measurementNames.viewersMemoryLater];

/** A constant, and so much for each Shoot and for each viewer. */
export interface Law {
  readonly name: string;
  readonly unit: Unit;
  readonly constant: number;
  readonly perShoot: number;
  /** Nothing where viewers do not matter. */
  readonly perViewer: number | undefined;
}

/** The laws that the figures of the fitted sizes make; a figure that was taken at one size only makes none. */
export function lawsOf(taken: readonly Taken[]): readonly Law[] {
  return [...byShoots, ...byViewers].flatMap((name) => {
    const fitted = taken.filter((entry) => entry.name === name && fittedSizes.includes(entry.shoots));
    const countsViewers = byViewers.includes(name);
    const sizes = new Set(fitted.map(({ shoots }) => shoots));
    const crowds = new Set(fitted.map(({ viewers }) => viewers));
    if (sizes.size < 2 || (countsViewers && crowds.size < 2)) return [];
    const samples = fitted.map((entry) => ({ terms: termsOf(entry, countsViewers), value: medianOf(entry) }));
    const [constant = 0, perShoot = 0, perViewer] = leastSquares(samples);
    return [{ name, unit: fitted[0]?.unit ?? "×", constant, perShoot, perViewer }];
  });
}

function termsOf(
  { shoots, viewers = 0 }: Pick<Taken, "shoots" | "viewers">,
  countsViewers: boolean,
): readonly number[] {
  return countsViewers ? [1, shoots, viewers] : [1, shoots];
}

export function predictValue({ constant, perShoot, perViewer }: Law, shoots: number, viewers = 0): number {
  return predicted([constant, perShoot, perViewer ?? 0], [1, shoots, viewers]);
}

export interface ModelCheck {
  readonly name: string;
  readonly unit: Unit;
  readonly shoots: number;
  readonly viewers: number | undefined;
  readonly foretold: number;
  readonly measured: number;
  /** Of what was measured; negative where the law says too little. */
  readonly off: number;
}

/** The laws beside what was measured at sizes that they were not made of. */
export function checksOf(taken: readonly Taken[]): readonly ModelCheck[] {
  return lawsOf(taken).flatMap((law) =>
    taken
      .filter(({ name, shoots }) => name === law.name && checkedSizes.includes(shoots))
      .map((entry) => {
        const { shoots, viewers } = entry;
        const [said, measured] = [predictValue(law, shoots, viewers), medianOf(entry)];
        return { name: law.name, unit: law.unit, shoots, viewers, foretold: said, measured, off: said / measured - 1 };
      }),
  );
}

/** Whether every law is as near as it has to be, at each size that was asked for. */
export function isModelAccurate(checks: readonly ModelCheck[], sizes: readonly number[]): boolean {
  const wereChecked = sizes.every((size) => checks.some(({ shoots }) => shoots === size));
  return wereChecked && checks.every(({ off }) => Math.abs(off) <= maxDeviation);
}

/** What is usual: one bad round says something of the machine, not of the size. */
export function medianOf({ runs }: Pick<Taken, "runs">): number {
  const sorted = runs.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
