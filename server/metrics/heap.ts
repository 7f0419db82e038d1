import "server-only";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isRecord } from "#lib/kube/wire.ts";

/** Heap usage in bytes, without V8's young generation, which cannot exhaust memory. */
export interface HeapUsage {
  readonly usedBytes: number;
  /** What of the usage the last full collection kept; 0 before the first. Never more than is used now. */
  readonly keptBytes: number;
  /** Limit in bytes at which V8 ends the process. */
  readonly limitBytes: number;
}

const mib = 1024 * 1024;
/** V8's default limit of the young generation. */
const mostYoungBytes = 192 * mib;
const young: ReadonlySet<string> = new Set(["new_space", "new_large_object_space"]);

/**
 * Limit of V8's old generation in bytes. `heap_size_limit` also contains the young generation, which is a quarter or
 * more of a small heap.
 *
 * @param options command line options of Node.js, such as `--max-old-space-size=512`
 */
export function oldGenerationLimitBytes(heapSizeLimit: number, options: readonly string[]): number {
  const given = options.flatMap((option) => /^--max[-_]old[-_]space[-_]size=(\d+)$/.exec(option)?.[1] ?? []).at(-1);
  if (given !== undefined) return Math.min(Number(given) * mib, heapSizeLimit);
  return Math.max(heapSizeLimit - mostYoungBytes, heapSizeLimit / 2);
}

const nodeOptions = [...(process.env.NODE_OPTIONS ?? "").split(/\s+/), ...process.execArgv];
const limitBytes = oldGenerationLimitBytes(getHeapStatistics().heap_size_limit, nodeOptions);

function oldUsed(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !young.has(name))
    .reduce((sum, { space_used_size: used }) => sum + used, 0);
}

let retainedBytes = 0;
let observer: PerformanceObserver | undefined;

/** Whether a performance entry reports a full garbage collection; the entry's type lacks that detail. */
function isFull(entry: PerformanceEntry): boolean {
  const detail: unknown = Reflect.get(entry, "detail");
  return isRecord(detail) && detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

/** Heap usage of this process. The first call starts recording the usage after full garbage collections. */
export function readHeap(): HeapUsage {
  if (observer === undefined) {
    observer = new PerformanceObserver((list) => {
      if (list.getEntriesByType("gc").some((entry) => isFull(entry))) retainedBytes = oldUsed();
    });
    observer.observe({ entryTypes: ["gc"] });
  }
  const usedBytes = oldUsed();
  // V8 goes on sweeping after a collection, so that less can be in use now than right after it.
  return { usedBytes, keptBytes: Math.min(retainedBytes, usedBytes), limitBytes };
}

/** Forces a full collection, and records the remaining usage. */
export function forceGarbageCollection(): void {
  setFlagsFromString("--expose-gc");
  // The function `gc` exists only in contexts created after the flag was set.
  runInNewContext("gc()");
  setFlagsFromString("--no-expose-gc");
  retainedBytes = oldUsed();
}
