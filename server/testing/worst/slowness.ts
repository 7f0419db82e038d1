import { threadCpuMs } from "../loop-work.ts";

/** Duration of `sampleWork` on one core of an idle ordinary machine, in milliseconds. */
const ordinaryMs = 10;
const mostAllowed = 4;
/** Number of samples, which makes up for a processor time clock that ticks in steps of 4 ms. */
const samples = 8;
const mostRuns = 8;

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
 * How many times slower this machine currently is than an ordinary one, because a shared core does less work per
 * millisecond. At least 1, even on a fast machine.
 */
function slowness(): number {
  const beganAt = threadCpuMs();
  for (let sampled = 0; sampled < samples; sampled += 1) sampleWork();
  return Math.min(mostAllowed, Math.max(1, (threadCpuMs() - beganAt) / samples / ordinaryMs));
}

/**
 * The shortest of several measurements, in processor time of an ordinary machine, since other load, garbage collection
 * and cold code only add to it. The first one within the limit is accepted; if there is none, each is divided by the
 * machine's current slowness.
 */
export async function measureShortestRun<Run>(
  measure: () => Promise<Run>,
  { keeps, divided }: { readonly keeps: (run: Run) => boolean; readonly divided: (run: Run, by: number) => Run },
): Promise<Run> {
  let run = await measure();
  for (let runs = 1; runs < mostRuns && !keeps(run); runs += 1) {
    const before = slowness();
    run = await measure();
    const scaled = divided(run, Math.max(before, slowness()));
    if (keeps(scaled) || runs === mostRuns - 1) return scaled;
  }
  return run;
}
