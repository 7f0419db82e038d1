/** Tasks that run at the same time. The next wave begins when all of them have succeeded. */
export interface Wave {
  /** An estimate of what the wave takes in a real garden. */
  readonly seconds: number;
  readonly tasks: readonly string[];
}

export function wave(seconds: number, ...tasks: readonly string[]): Wave {
  return { seconds, tasks };
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
