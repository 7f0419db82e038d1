import "server-only";
import { readdirSync, readFileSync } from "node:fs";

export interface StandstillOptions {
  /** Interval of processor time readings, in milliseconds. */
  readonly everyMs: number;
  /** Consecutive idle readings that count as a standstill. */
  readonly readings: number;
}

/** Fewer ticks between two readings count as idle: timers and garbage collection run now and then. */
const leastTicks = 3;

/**
 * Calls back once when a process and its descendants have been idle for a while; never on systems without /proc.
 *
 * @returns a function that ends the watch
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

/** Processor time of a process and its descendants, in ticks; undefined where unknown. */
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
    // After the name, which may contain anything: state, parent, …, user and system time as 12th and 13th field.
    const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
    return [[id, { parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }]];
  } catch {
    return undefined; // The process has exited meanwhile.
  }
}
