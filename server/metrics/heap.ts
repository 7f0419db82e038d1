import "server-only";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isRecord } from "#lib/kube/wire.ts";

/** Heap usage in bytes, of the old generation: the young one does not end a process. */
export interface HeapUsage {
  readonly usedBytes: number;
  /** Usage after the last full collection; 0 before the first. */
  readonly keptBytes: number;
  /** Limit at which V8 ends the process. */
  readonly limitBytes: number;
}

const mib = 1024 * 1024;
/** V8's default limit of the young generation. */
const mostYoungBytes = 192 * mib;
const young: ReadonlySet<string> = new Set(["new_space", "new_large_object_space"]);

/**
 * The limit of the old generation. V8's `heap_size_limit` includes the maximum of the young one, which is a quarter of
 * the whole or more for small heaps.
 *
 * @param options of Node, such as `--max-old-space-size=512`
 */
export function oldLimit(heapSizeLimit: number, options: readonly string[]): number {
  const given = options.flatMap((option) => /^--max[-_]old[-_]space[-_]size=(\d+)$/.exec(option)?.[1] ?? []).at(-1);
  if (given !== undefined) return Math.min(Number(given) * mib, heapSizeLimit);
  return Math.max(heapSizeLimit - mostYoungBytes, heapSizeLimit / 2);
}

const nodeOptions = [...(process.env.NODE_OPTIONS ?? "").split(/\s+/), ...process.execArgv];
const limitBytes = oldLimit(getHeapStatistics().heap_size_limit, nodeOptions);

function oldUsed(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !young.has(name))
    .reduce((sum, { space_used_size: used }) => sum + used, 0);
}

let retainedBytes = 0;
let observer: PerformanceObserver | undefined;

/** Whether a gc entry is a full collection; the type of entries lacks that detail. */
function isFull(entry: PerformanceEntry): boolean {
  const detail: unknown = Reflect.get(entry, "detail");
  return isRecord(detail) && detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

/** Reads the heap of this process. From the first call on it records usage after full collections. */
export function readHeap(): HeapUsage {
  if (observer === undefined) {
    observer = new PerformanceObserver((list) => {
      if (list.getEntriesByType("gc").some((entry) => isFull(entry))) retainedBytes = oldUsed();
    });
    observer.observe({ entryTypes: ["gc"] });
  }
  return { usedBytes: oldUsed(), keptBytes: retainedBytes, limitBytes };
}

/** Forces a full collection, and records the remaining usage. */
export function collectHeap(): void {
  setFlagsFromString("--expose-gc");
  // Only contexts created after setting the flag have `gc`.
  runInNewContext("gc()");
  setFlagsFromString("--no-expose-gc");
  retainedBytes = oldUsed();
}
