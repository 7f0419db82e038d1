import "server-only";

/** Where a progress line is written: standard output, or a string in tests. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  /** Writes the seconds that have passed. */
  readonly tick: () => void;
  /** Writes the total time, and ends the line. */
  readonly end: () => void;
}

/** Starts a progress line such as `Building Almanac… 38 s`, whose seconds are updated only on a terminal. */
export function startProgressLine(title: string, output: ProgressOutput, now: () => number): ProgressLine {
  const startedAt = now();
  const seconds = () => ` ${Math.round((now() - startedAt) / 1000)} s`;
  output.write(title);
  return {
    tick: () => void (output.isTTY && output.write(`\r${title}${seconds()}`)),
    end: () => void output.write(output.isTTY ? `\r${title}${seconds()}\n` : `${seconds()}\n`),
  };
}
