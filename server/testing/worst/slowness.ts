import { threadCpuMs } from "../loop-work.ts";

/** Duration of `sampleWork` on one core of an idle ordinary machine, in milliseconds. */
const ordinaryMs = 10;
const mostAllowed = 4;

const sample = Array.from({ length: 4_000 }, (_, index) => ({ name: `n${index}`, list: [index], inner: { a: 1 } }));

function sampleWork(): number {
  const named = new Map<string, object>();
  for (let round = 0; round < 3; round += 1) {
    const copy: typeof sample = JSON.parse(JSON.stringify(sample));
    for (const item of copy) named.set(item.name, { ...item, round });
  }
  return named.size;
}

/**
 * How many times slower this machine currently is than an ordinary one: a shared core does less work per millisecond of
 * processor time. At least 1, so that a fast machine finds what an ordinary one would.
 */
export function slowness(): number {
  const times = [0, 1, 2].map(() => {
    const beganAt = threadCpuMs();
    sampleWork();
    return threadCpuMs() - beganAt;
  });
  const median = times.sort((a, b) => a - b)[1] ?? ordinaryMs;
  return Math.min(mostAllowed, Math.max(1, median / ordinaryMs));
}
