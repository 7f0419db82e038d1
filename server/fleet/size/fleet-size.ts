import "server-only";

/** Estimated number and size of Shoots before they are read. */
export interface FleetMeasure {
  readonly shoots: number;
  /** Average size in bytes of a Shoot's JSON in memory. */
  readonly meanBytes: number;
}

/** Adds the sizes of several gardens that one process serves. */
export function totalFleetMeasure(fleets: readonly FleetMeasure[]): FleetMeasure {
  const shoots = fleets.reduce((sum, fleet) => sum + fleet.shoots, 0);
  const bytes = fleets.reduce((sum, fleet) => sum + fleet.shoots * fleet.meanBytes, 0);
  return { shoots, meanBytes: shoots === 0 ? 0 : Math.round(bytes / shoots) };
}

const mib = 1024 * 1024;

/** Heap bytes per Shoot besides its JSON: index entries, list row, and full forecast. */
const heapPerShoot = 7.5 * 1024;
/** Heap for the code of all pages and routes, which is loaded by the first requests, and for streams and snapshots. */
const baseBytes = 77 * mib;
/**
 * Share of the heap limit that Shoots may use; the alert AlmanacHeapNearlyFull fires above it. Requests are refused
 * from 0.78 on (`heap-guard.ts`), so that there is room for peaks in between.
 */
const usableShare = 0.7;
/** Memory outside the heap: buffers, compressors, code and stacks. */
const besideHeapBytes = 256 * mib;

/** The heap limit in bytes that a process needs for its Shoots; `takenBytes` is already in use. */
export function heapNeeded({ shoots, meanBytes }: FleetMeasure, takenBytes: number): number {
  return (takenBytes + baseBytes + shoots * (meanBytes + heapPerShoot)) / usableShare;
}

export interface HeapRoom {
  readonly limitBytes: number;
  /** Heap bytes in use before Shoots are read, such as by an embedded demo garden. */
  readonly takenBytes: number;
}

/** Why the Shoots do not fit into the heap, as a message for the operator; undefined when they fit. */
export function findFleetSizeError(fleet: FleetMeasure, { limitBytes, takenBytes }: HeapRoom): string | undefined {
  const needed = heapNeeded(fleet, takenBytes);
  if (needed <= limitBytes) return undefined;
  const heap = inSteps(needed);
  const memory = inSteps(heap * mib + besideHeapBytes);
  return [
    `This garden has ${fleet.shoots} Shoots of about ${fleet.meanBytes} bytes each.`,
    `They need about ${heap} MiB of heap, and there are ${Math.floor(limitBytes / mib)}.`,
    `Set NODE_OPTIONS=--max-old-space-size=${heap}, and the limit of the container's memory to ${memory} Mi or more.`,
  ].join(" ");
}

/** Converts bytes to MiB, rounded up to a multiple of 64. */
function inSteps(bytes: number): number {
  return Math.ceil(bytes / (64 * mib)) * 64;
}
