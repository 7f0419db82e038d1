import "server-only";

/** What is known of a fleet before it is read. */
export interface FleetMeasure {
  readonly shoots: number;
  /** Of one Shoot as JSON, on average. */
  readonly meanBytes: number;
}

/** Several fleets in one process. */
export function togetherOf(fleets: readonly FleetMeasure[]): FleetMeasure {
  const shoots = fleets.reduce((sum, fleet) => sum + fleet.shoots, 0);
  const bytes = fleets.reduce((sum, fleet) => sum + fleet.shoots * fleet.meanBytes, 0);
  return { shoots, meanBytes: shoots === 0 ? 0 : Math.round(bytes / shoots) };
}

const mib = 1024 * 1024;

/** Held for each byte of a Shoot's JSON, as texts: much of it is left out, and some of the rest is shared. */
const heapPerByte = 0.5;
/** Held for each Shoot besides: its row, its forecast, its places in the indexes. */
const heapPerShoot = 3 * 1024;
/** For requests, hundreds of streams and their snapshots, and for what the collector has not collected yet. */
const baseBytes = 80 * mib;
/** What may be in use at most while everything is read anew; at other times it is much less. */
const usableShare = 0.9;
/** Buffers, compressors, code and stacks are beside the heap. */
const besideHeapBytes = 256 * mib;

/** How large a heap has to be that holds a fleet, in bytes. */
export function heapNeeded({ shoots, meanBytes }: FleetMeasure): number {
  return (baseBytes + shoots * (meanBytes * heapPerByte + heapPerShoot)) / usableShare;
}

export interface HeapRoom {
  readonly limitBytes: number;
  /** By what is there besides the fleet, such as an embedded garden. */
  readonly takenBytes: number;
}

/** Why a fleet does not fit, in words for whoever starts the process; undefined when it does. */
export function sizeFault(fleet: FleetMeasure, { limitBytes, takenBytes }: HeapRoom): string | undefined {
  const needed = heapNeeded(fleet) + takenBytes;
  if (needed <= limitBytes) return undefined;
  const heap = inSteps(needed);
  const memory = inSteps(heap * mib + besideHeapBytes);
  return [
    `This garden has ${fleet.shoots} Shoots of about ${Math.ceil(fleet.meanBytes / 1024)} KiB each.`,
    `They need about ${heap} MiB of heap, and there are ${Math.floor(limitBytes / mib)}.`,
    `Set NODE_OPTIONS=--max-old-space-size=${heap}, and the limit of the container's memory to ${memory} Mi or more.`,
  ].join(" ");
}

/** Rounded up to 64 MiB. */
function inSteps(bytes: number): number {
  return Math.ceil(bytes / (64 * mib)) * 64;
}
