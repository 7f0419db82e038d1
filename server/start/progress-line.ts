import "server-only";

/** Output of a progress line: standard output, or a string in tests. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  /** Updates the elapsed seconds. */
  readonly tick: () => void;
  /** Writes the total time, and ends the line. */
  readonly end: () => void;
}

/** Starts a progress line such as `Building Almanac… 38 s`. Only a terminal shows it counting. */
export function startProgressLine(title: string, output: ProgressOutput, now: () => number): ProgressLine {
  const startedAt = now();
  const seconds = () => ` ${Math.round((now() - startedAt) / 1000)} s`;
  output.write(title);
  return {
    tick: () => void (output.isTTY && output.write(`\r${title}${seconds()}`)),
    end: () => void output.write(output.isTTY ? `\r${title}${seconds()}\n` : `${seconds()}\n`),
  };
}
