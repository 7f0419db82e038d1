/** Tasks that run in parallel. The next wave starts when all of them have succeeded. */
export interface Wave {
  /** Estimated duration in a real garden. */
  readonly seconds: number;
  readonly tasks: readonly string[];
}

/**
 * Parses the waves of a flow from a table with one task per line. A number starts a wave and is its seconds, `a/b`
 * means b without workers. `+` marks tasks only with workers, `-` tasks only without.
 */
export function wavesOf(table: string) {
  return { withWorkers: wavesFor(table, "-"), withoutWorkers: wavesFor(table, "+") };
}

function wavesFor(table: string, skipped: "+" | "-"): readonly Wave[] {
  const waves: { readonly seconds: number; readonly tasks: string[] }[] = [];
  const rows = table.matchAll(/^ *(?:(\d+)(?:\/(\d+))? )? *(?:([+-]) )?(\w.*)$/gm);
  for (const [, seconds, without = seconds, mark, task = ""] of rows) {
    if (seconds !== undefined) waves.push({ seconds: Number(skipped === "+" ? without : seconds), tasks: [] });
    if (mark !== skipped) waves.at(-1)?.tasks.push(task);
  }
  return waves.filter(({ tasks }) => tasks.length > 0);
}

export interface Flow {
  /** Name as gardenlet reports it: "Shoot cluster reconciliation". */
  readonly name: string;
  readonly waves: readonly Wave[];
}

export function countTasks(waves: readonly Wave[]): number {
  return waves.reduce((sum, { tasks }) => sum + tasks.length, 0);
}

/** Progress when wave `index` starts: percentage of the active tasks that have succeeded. */
export function progressBefore(waves: readonly Wave[], index: number): number {
  const total = countTasks(waves);
  return total === 0 ? 100 : Math.floor((100 * countTasks(waves.slice(0, index))) / total);
}

/** The description that gardenlet writes during a wave: the names of its tasks in alphabetical order. */
export function describeWave(wave: Wave): string {
  return [...wave.tasks].sort().join(", ");
}
