export interface LoopWork {
  /** Longest time in which this thread did not return to the event loop, in milliseconds of processor time. */
  readonly longestMs: number;
  readonly totalMs: number;
}

/** Processor time of this thread, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures how long `work` blocks the event loop, in processor time, which other load does not change. */
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

/** The given percentile of the values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
