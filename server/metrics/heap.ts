import "server-only";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isRecord } from "#lib/kube/wire.ts";

/** How full the heap is, in bytes. Of the old generation: the young one does not end a process. */
export interface HeapReading {
  readonly usedBytes: number;
  /** What the last full collection left; 0 before there was one. */
  readonly keptBytes: number;
  /** Where V8 gives up and ends the process. */
  readonly limitBytes: number;
}

const mib = 1024 * 1024;
/** What the young generation may take where nobody says otherwise. */
const mostYoungBytes = 192 * mib;
const young: ReadonlySet<string> = new Set(["new_space", "new_large_object_space"]);

/**
 * The limit of the old generation. V8's `heap_size_limit` adds the most that the young one may take, which is a quarter
 * of the whole or more where the heap is small.
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

let keptBytes = 0;
let observer: PerformanceObserver | undefined;

/** Node's entries say of which kind a collection was; their type does not know it. */
function isFull(entry: PerformanceEntry): boolean {
  const detail: unknown = Reflect.get(entry, "detail");
  return isRecord(detail) && detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

/** Reads this process. From the first time on it notes what full collections leave. */
export function readHeap(): HeapReading {
  if (observer === undefined) {
    observer = new PerformanceObserver((list) => {
      if (list.getEntriesByType("gc").some((entry) => isFull(entry))) keptBytes = oldUsed();
    });
    observer.observe({ entryTypes: ["gc"] });
  }
  return { usedBytes: oldUsed(), keptBytes, limitBytes };
}

/** Has V8 collect everything now, and notes what that leaves. */
export function collectHeap(): void {
  setFlagsFromString("--expose-gc");
  // Only what begins after the flag has it.
  runInNewContext("gc()");
  setFlagsFromString("--no-expose-gc");
  keptBytes = oldUsed();
}
