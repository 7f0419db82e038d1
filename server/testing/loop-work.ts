export interface LoopWork {
  /** The longest that this thread worked between two turns of its event loop, in processor time: others cannot add to it. */
  readonly longestMs: number;
  readonly totalMs: number;
}

/** Processor time of this thread, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Watches the event loop while `work` runs. A wall clock would measure what else the machine does. */
export async function loopWorkDuring(work: () => Promise<void>): Promise<LoopWork> {
  const beganAt = threadCpuMs();
  let lookedAt = beganAt;
  let longestMs = 0;
  const look = () => {
    const now = threadCpuMs();
    longestMs = Math.max(longestMs, now - lookedAt);
    lookedAt = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return { longestMs, totalMs: lookedAt - beganAt };
}

/** The value below which `share` of them lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
