import "server-only";
import { setImmediate } from "node:timers/promises";
import type { YieldingTask } from "#lib/yielding-task.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { currentProcessorTimeBudget, type ProcessorTimeBudget } from "./processor-time-budget.ts";

/** Duration after which a long computation lets other requests run. Wall time is never less than processor time. */
const sliceMs = 8;

/**
 * Divides a long computation into time slices: after each one, other requests are served. Processor time is charged to
 * the current request's user.
 */
export class TimeSlices {
  readonly #account: ProcessorTimeBudget | undefined = currentProcessorTimeBudget();
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

  /** Charges the processor time since the last charge to the current user. */
  end(): void {
    const now = processorMs();
    this.#account?.charge(now - this.#workedMs);
    this.#workedMs = now;
  }
}

/** Runs `work` for each item, and lets other requests run in between. */
export async function forEachInTimeSlices<Item>(
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

/** Runs short work without interruption, and charges its processor time to the current user. */
export function chargeProcessorTime<Value>(work: () => Value): Value {
  const slices = new TimeSlices();
  try {
    return work();
  } finally {
    slices.end();
  }
}

/** Runs a generator step by step, and lets other requests run in between. */
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
 * Processor time of all threads in milliseconds, since other threads compile and collect garbage for this one. It also
 * includes concurrent compression for other requests.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
