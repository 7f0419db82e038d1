import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { z } from "zod";
import { report } from "./report.ts";

const spreadSchema = z.object({
  p50: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
  looks: z.number(),
});
const lagSchema = z.object({
  /** How late the loop was, in milliseconds. On a machine with other work this holds the wait for a processor too. */
  wall: spreadSchema,
  /** How much of that was the loop's own work. */
  cpu: spreadSchema,
});
export type LoopLag = z.infer<typeof lagSchema>;

/** What node has to be given for a process to be observed. */
export const observed: readonly string[] = ["--import", path.resolve(import.meta.dirname, "loop-observer.ts")];

/** What an observed process saw since it was last asked. */
export async function takeLag(child: ChildProcess): Promise<LoopLag> {
  const answer = once(child, "message");
  child.send("lag");
  const [message] = await answer;
  return lagSchema.parse(message);
}

const limitMs = 100;

/**
 * Judged by the 99th percentile of the wait, and by the longest stretch of the loop's own work: the longest wait is as
 * often another process's work as ours, so it is told and not judged.
 */
export function reportLag(name: string, { wall, cpu }: LoopLag): boolean {
  const line = ({ p50, p99, p999, max }: LoopLag["wall"]) =>
    `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, p99.9 ${p999.toFixed(0)}, most ${max.toFixed(0)} ms`;
  const judgedWall = { goal: `p99 below ${limitMs} ms`, met: wall.p99 < limitMs };
  const judgedCpu = { goal: `most below ${limitMs} ms`, met: cpu.max < limitMs };
  return [
    report({ name: `lag of the event loop, ${name}`, value: `${line(wall)}, ${wall.looks} looks`, ...judgedWall }),
    report({ name: "of that its own work", value: line(cpu), ...judgedCpu }),
  ].every(Boolean);
}
