import "server-only";
import { readdirSync, readFileSync } from "node:fs";

export interface StandstillOptions {
  /** Interval in milliseconds in which the processor time is read. */
  readonly everyMs: number;
  /** Number of successive idle intervals after which the process counts as hanging. */
  readonly readings: number;
}

/** An interval with fewer clock ticks counts as idle: timers and garbage collection always run now and then. */
const leastTicks = 3;

/**
 * Calls `onStandstill` once a process and its child processes are idle for a while; does nothing without /proc.
 *
 * @returns a function that stops watching
 */
export function watchStandstill(pid: number, options: StandstillOptions, onStandstill: () => void): () => void {
  let [before, still] = [ticksOf(pid) ?? 0, 0];
  const timer = setInterval(() => {
    const now = ticksOf(pid);
    if (now === undefined) return;
    still = Math.abs(now - before) < leastTicks ? still + 1 : 0;
    before = now;
    if (still < options.readings) return;
    clearInterval(timer);
    onStandstill();
  }, options.everyMs);
  return () => clearInterval(timer);
}

/** Processor time of a process and its child processes in clock ticks; undefined where unknown. */
function ticksOf(pid: number): number | undefined {
  const processes = new Map(processIds().flatMap((id) => readProcess(id) ?? []));
  const isOurs = (id: number): boolean => {
    const parent = processes.get(id)?.parent;
    return id === pid || (parent !== undefined && parent > 1 && isOurs(parent));
  };
  if (!processes.has(pid)) return undefined;
  return [...processes].reduce((sum, [id, { ticks }]) => sum + (isOurs(id) ? ticks : 0), 0);
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return []; // Not Linux.
  }
}

function readProcess(
  id: number,
): readonly [readonly [number, { readonly parent: number; readonly ticks: number }]] | undefined {
  try {
    // Fields after the process name, which may contain anything: state, parent, …, 12th user time, 13th system time.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
    return [[id, { parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }]];
  } catch {
    return undefined; // The process has exited meanwhile.
  }
}
