/** A measured value and its limit, if any. */
export interface BenchFigure {
  readonly name: string;
  readonly value: string;
  readonly goal?: string;
  readonly met?: boolean;
}

/** Prints a figure as one line. */
export function printBenchFigure({ name, value, goal, met }: BenchFigure): boolean {
  const verdict = goal === undefined ? "" : `   (goal: ${goal}: ${met === false ? "MISSED" : "met"})`;
  process.stdout.write(`${name.padEnd(52)} ${value}${verdict}\n`);
  return met !== false;
}

/** A duration in wall-clock and in processor time of this process, both in milliseconds. */
export interface MeasuredDuration {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Runs the work a number of times and keeps the fastest run: the one that other processes disturbed least. */
export function fastestOf(times: number, work: () => void): MeasuredDuration {
  let best: MeasuredDuration = { wallMs: Number.POSITIVE_INFINITY, cpuMs: Number.POSITIVE_INFINITY };
  for (let round = 0; round < times; round++) {
    const before = process.cpuUsage();
    const begin = performance.now();
    work();
    const wallMs = performance.now() - begin;
    const { user, system } = process.cpuUsage(before);
    if (wallMs < best.wallMs) best = { wallMs, cpuMs: (user + system) / 1000 };
  }
  return best;
}
