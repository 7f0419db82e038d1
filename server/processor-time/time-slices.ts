import "server-only";
import { setImmediate } from "node:timers/promises";
import type { YieldingTask } from "#lib/yielding-task.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { type WorkAccount, workAccountNow } from "./work-account.ts";

/** Other requests are served between slices. Measured in wall time, which never lags behind processor time. */
const sliceMs = 8;

/**
 * Slices of a long computation: between steps it checks whether the slice is over and then yields to everything else.
 * Processor time is charged to the account of the async context.
 */
export class TimeSlices {
  readonly #account: WorkAccount | undefined = workAccountNow();
  readonly #signal: AbortSignal | undefined;
  #endsAt = performance.now() + sliceMs;
  #workedMs = processorMs();

  /** @param signal aborts when the result is no longer needed */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Yields if the slice is over. Rejects when the result is no longer needed. */
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

  /** Charges the processor time since the last charge. */
  end(): void {
    const now = processorMs();
    this.#account?.charge(now - this.#workedMs);
    this.#workedMs = now;
  }
}

/** Runs `work` for each item, in {@link TimeSlices}. */
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

/** Runs short work without yielding, and charges it like {@link TimeSlices}. */
export function runCharged<Value>(work: () => Value): Value {
  const slices = new TimeSlices();
  try {
    return work();
  } finally {
    slices.end();
  }
}

/** Runs a generator step by step, in {@link TimeSlices}. */
export async function runInTimeSlices<Value>(parts: YieldingTask<Value>, signal?: AbortSignal): Promise<Value> {
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
 * Processor time of all threads in milliseconds, since other threads compile and collect garbage for this one. It
 * includes concurrent compression for other requests: on two cores at most as much again.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
