import "server-only";

/** Estimated size of a fleet before it is read. */
export interface FleetMeasure {
  readonly shoots: number;
  /** Average JSON size of one Shoot as kept in memory. */
  readonly meanBytes: number;
}

/** The total of several fleets in one process. */
export function totalFleetMeasure(fleets: readonly FleetMeasure[]): FleetMeasure {
  const shoots = fleets.reduce((sum, fleet) => sum + fleet.shoots, 0);
  const bytes = fleets.reduce((sum, fleet) => sum + fleet.shoots * fleet.meanBytes, 0);
  return { shoots, meanBytes: shoots === 0 ? 0 : Math.round(bytes / shoots) };
}

const mib = 1024 * 1024;

/** Further heap per Shoot: readable fields, row, full forecast text, index entries. */
const heapPerShoot = 7.5 * 1024;
/** Heap for the code of all pages and routes, which is loaded by the first requests, and for streams and snapshots. */
const baseBytes = 77 * mib;
/**
 * Share of the limit that the fleet may use; AlmanacHeapNearlyFull fires there. Requests are refused from 0.78 on
 * (`heap-guard.ts`), so a busy hour must have room below that.
 */
const usableShare = 0.7;
/** Memory outside the heap: buffers, compressors, code and stacks. */
const besideHeapBytes = 256 * mib;

/** The heap size, in bytes, that a fleet needs beside what is already in use. */
export function heapNeeded({ shoots, meanBytes }: FleetMeasure, takenBytes: number): number {
  return (takenBytes + baseBytes + shoots * (meanBytes + heapPerShoot)) / usableShare;
}

export interface HeapRoom {
  readonly limitBytes: number;
  /** Heap in use before the fleet is read, such as by an embedded garden. */
  readonly takenBytes: number;
}

/** Why a fleet does not fit, as a text for the operator; undefined when it does. */
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

/** In MiB, rounded up to a multiple of 64. */
function inSteps(bytes: number): number {
  return Math.ceil(bytes / (64 * mib)) * 64;
}
