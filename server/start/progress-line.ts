import "server-only";

/** Where a line is written: standard output, or a text in a test. */
export interface LineOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  /** Counts the seconds on the spot. */
  readonly tick: () => void;
  /** Writes how long it took, and ends the line. */
  readonly end: () => void;
}

/** One line that says what goes on and for how long: `Building Almanac… 38 s`. Only a terminal shows it counting. */
export function startProgressLine(title: string, output: LineOutput, now: () => number): ProgressLine {
  const startedAt = now();
  const seconds = () => ` ${Math.round((now() - startedAt) / 1000)} s`;
  output.write(title);
  return {
    tick: () => void (output.isTTY && output.write(`\r${title}${seconds()}`)),
    end: () => void output.write(output.isTTY ? `\r${title}${seconds()}\n` : `${seconds()}\n`),
  };
}
