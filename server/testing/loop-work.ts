export interface LoopWork {
  /** Longest work of this thread between two event loop turns, in processor time, unaffected by other processes. */
  readonly longestMs: number;
  readonly totalMs: number;
}

/** Processor time of this thread, in milliseconds. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Observes the event loop while `work` runs. Not by wall time, which includes other load on the machine. */
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
