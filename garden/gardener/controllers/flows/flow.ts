/** A wave: tasks of a gardenlet flow that run in parallel. The next wave starts when all of them have succeeded. */
export interface TaskWave {
  /** Estimated duration of the wave in a real garden. */
  readonly seconds: number;
  readonly tasks: readonly string[];
}

/**
 * Parses the waves of a flow from a table of tasks, one per line. A leading number begins a wave and is its duration in
 * seconds; in `a/b`, b applies without workers. `+` marks tasks that run only with workers, `-` only without.
 */
export function parseFlowWaves(table: string) {
  return { withWorkers: wavesFor(table, "-"), withoutWorkers: wavesFor(table, "+") };
}

function wavesFor(table: string, skipped: "+" | "-"): readonly TaskWave[] {
  const waves: { readonly seconds: number; readonly tasks: string[] }[] = [];
  const rows = table.matchAll(/^ *(?:(\d+)(?:\/(\d+))? )? *(?:([+-]) )?(\w.*)$/gm);
  for (const [, seconds, without = seconds, mark, task = ""] of rows) {
    if (seconds !== undefined) waves.push({ seconds: Number(skipped === "+" ? without : seconds), tasks: [] });
    if (mark !== skipped) waves.at(-1)?.tasks.push(task);
  }
  return waves.filter(({ tasks }) => tasks.length > 0);
}

export interface GardenletFlow {
  /** Name of the flow as reported by gardenlet, such as "Shoot cluster reconciliation". */
  readonly name: string;
  readonly waves: readonly TaskWave[];
}

export function countTasks(waves: readonly TaskWave[]): number {
  return waves.reduce((sum, { tasks }) => sum + tasks.length, 0);
}

/** The progress that gardenlet reports when wave `index` starts: the percentage of tasks that have succeeded. */
export function progressBeforeWave(waves: readonly TaskWave[], index: number): number {
  const total = countTasks(waves);
  return total === 0 ? 100 : Math.floor((100 * countTasks(waves.slice(0, index))) / total);
}

/** The description that gardenlet reports during a wave: the task names in alphabetical order. */
export function describeWave(wave: TaskWave): string {
  return [...wave.tasks].sort().join(", ");
}
