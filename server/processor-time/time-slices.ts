import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Parts } from "#lib/parts.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { type WorkAccount, workAccountNow } from "./work-account.ts";

/** Others are served in between. By the clock on the wall, which is never behind the processor's. */
const sliceMs = 8;

/**
 * The slices of one long computation. Between its pieces it asks whether a slice is over, and waits then until everybody
 * else has had their turn. Its processor time is charged to whoever it is done for.
 */
export class TimeSlices {
  readonly #account: WorkAccount | undefined = workAccountNow();
  readonly #signal: AbortSignal | undefined;
  #endsAt = performance.now() + sliceMs;
  #workedMs = processorMs();

  /** @param signal fires when the answer is of no use any more */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Once the slice is over, resolves when others had their turn. Rejects when nobody waits for the answer. */
  async pause(): Promise<void> {
    this.end();
    if (this.isOver()) {
      await setImmediate();
      this.#endsAt = performance.now() + sliceMs;
      this.#workedMs = processorMs();
    }
    if (!this.#signal?.aborted) return;
    if (this.#signal.reason instanceof ProblemError) throw this.#signal.reason;
    throw new GardenError({ reason: "aborted", message: "Nobody waits for the answer any more" });
  }

  /** Charges what has not been charged yet. */
  end(): void {
    const now = processorMs();
    this.#account?.charge(now - this.#workedMs);
    this.#workedMs = now;
  }
}

/** Does something with each of many, as {@link TimeSlices} has it. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  const slices = new TimeSlices(signal);
  try {
    for (const item of items) {
      if (slices.isOver()) await slices.pause();
      work(item);
    }
  } finally {
    slices.end();
  }
}

/** Does what is short at once, and charges it as {@link TimeSlices} has it. */
export function inOnePiece<Value>(work: () => Value): Value {
  const slices = new TimeSlices();
  try {
    return work();
  } finally {
    slices.end();
  }
}

/** Does work part by part, as {@link TimeSlices} has it. */
export async function inParts<Value>(parts: Parts<Value>, signal?: AbortSignal): Promise<Value> {
  const slices = new TimeSlices(signal);
  try {
    for (;;) {
      if (slices.isOver()) await slices.pause();
      const { done, value } = parts.next();
      if (done) return value;
    }
  } finally {
    slices.end();
  }
}

/**
 * Processor time, in milliseconds: of all threads, for what is computed here is compiled and collected there. What is compressed for
 * others meanwhile counts as well: on two cores as much again at most.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
