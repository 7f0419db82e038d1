/** Tasks that run at the same time. The next wave begins when all of them have succeeded. */
export interface Wave {
  /** An estimate of what the wave takes in a real garden. */
  readonly seconds: number;
  readonly tasks: readonly string[];
}

/**
 * Reads the waves of a flow from a table with a task a line. The seconds begin a wave, with a stroke before those that it
 * takes without workers. `+` stands before what is only done where there are workers, `-` where there are none.
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
  /** As gardenlet reports it: "Shoot cluster reconciliation". */
  readonly name: string;
  readonly waves: readonly Wave[];
}

export function countTasks(waves: readonly Wave[]): number {
  return waves.reduce((sum, { tasks }) => sum + tasks.length, 0);
}

/** Per cent of the active tasks that have succeeded when wave `index` begins. */
export function progressBefore(waves: readonly Wave[], index: number): number {
  const total = countTasks(waves);
  return total === 0 ? 100 : Math.floor((100 * countTasks(waves.slice(0, index))) / total);
}

/** What gardenlet writes while a wave runs: the names of its tasks in alphabetical order. */
export function describeWave(wave: Wave): string {
  return [...wave.tasks].sort().join(", ");
}
