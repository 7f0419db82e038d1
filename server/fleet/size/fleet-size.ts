import "server-only";

/** What is known of a fleet before it is read. */
export interface FleetMeasure {
  readonly shoots: number;
  /** Of the JSON of one Shoot as it is held, on average. */
  readonly meanBytes: number;
}

/** Several fleets in one process. */
export function togetherOf(fleets: readonly FleetMeasure[]): FleetMeasure {
  const shoots = fleets.reduce((sum, fleet) => sum + fleet.shoots, 0);
  const bytes = fleets.reduce((sum, fleet) => sum + fleet.shoots * fleet.meanBytes, 0);
  return { shoots, meanBytes: shoots === 0 ? 0 : Math.round(bytes / shoots) };
}

const mib = 1024 * 1024;

/** Held for each Shoot besides: what lies open of it, its row, its whole forecast, its places in the indexes. */
const heapPerShoot = 7.5 * 1024;
/** For the code of all pages and routes, which comes with the first requests, for streams and their snapshots. */
const baseBytes = 77 * mib;
/**
 * What all of it may be of the limit: from there on AlmanacHeapNearlyFull says so. People are refused from 0.78 on
 * (`heap-guard.ts`), and what is held may not be so much that a busy hour leads there.
 */
const usableShare = 0.7;
/** Buffers, compressors, code and stacks are beside the heap. */
const besideHeapBytes = 256 * mib;

/** How large a heap has to be that holds a fleet beside what is there already, in bytes. */
export function heapNeeded({ shoots, meanBytes }: FleetMeasure, takenBytes: number): number {
  return (takenBytes + baseBytes + shoots * (meanBytes + heapPerShoot)) / usableShare;
}

export interface HeapRoom {
  readonly limitBytes: number;
  /** By what is there before the fleet, such as an embedded garden. */
  readonly takenBytes: number;
}

/** Why a fleet does not fit, in words for whoever starts the process; undefined when it does. */
export function sizeFault(fleet: FleetMeasure, { limitBytes, takenBytes }: HeapRoom): string | undefined {
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

/** Rounded up to 64 MiB. */
function inSteps(bytes: number): number {
  return Math.ceil(bytes / (64 * mib)) * 64;
}
