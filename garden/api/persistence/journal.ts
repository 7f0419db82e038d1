import "server-only";
import type { StoreChange } from "../store/store.ts";
import type { GardenDatabase } from "./garden-database.ts";

/**
 * Calls `answer` once everything written so far is stored, immediately if it already is; calls `refuse` if it cannot be
 * stored. Every response that shows a write waits for this: the answer to the write, reads and watches.
 */
export type WhenStored = (answer: () => void, refuse: (error: unknown) => void) => void;

/** For a garden in memory: nothing is stored, so nothing waits. */
export const storedInMemory: WhenStored = (answer) => answer();

/** Interval of retries after a failed write. */
const retryMs = 2_000;

interface Waiting {
  readonly answer: () => void;
  readonly refuse: (error: unknown) => void;
}

interface JournalParts {
  readonly database: Pick<GardenDatabase, "write">;
  /** The position of the garden, written with every batch. */
  readonly position: () => string;
}

/**
 * Collects the changes of one event loop turn and writes them at its end, in one transaction: a write and the
 * controllers' reactions in the same turn are stored together or not at all. After a failure all requests are refused,
 * including reads, because memory is ahead of the disk and what they show could be gone after a restart. Everything is
 * written once there is space again, including writes that were refused meanwhile, so a refused write can still take
 * effect.
 */
export function createJournal({ database, position }: JournalParts) {
  let changes = new Map<string, StoreChange>();
  let notes = new Map<string, string | undefined>();
  let facts = new Map<string, string>();
  let waiting: Waiting[] = [];
  let isDue = false;
  let failure: { readonly error: unknown } | undefined;
  let retry: NodeJS.Timeout | undefined;

  function due(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(settle);
  }

  function write(): void {
    isDue = false;
    const batch = { changes: changes.values(), notes, facts: [...facts, ["position", position()] as const] };
    try {
      database.write(batch);
    } catch (error) {
      if (failure === undefined) {
        console.error("the embedded garden cannot keep its objects, and answers nothing until it can:", error);
      }
      failure = { error };
      retry ??= setInterval(tryAgain, retryMs).unref();
      throw error;
    }
    if (failure !== undefined) console.error("the embedded garden keeps its objects again");
    failure = undefined;
    clearInterval(retry);
    retry = undefined;
    changes = new Map();
    notes = new Map();
    facts = new Map();
  }

  function tryAgain(): void {
    try {
      write();
    } catch {
      // The failure is recorded and retried.
    }
  }

  function settle(): void {
    if (!isDue) return;
    let refused: { readonly error: unknown } | undefined;
    try {
      // Turns between retries make no attempt of their own: there can be thousands.
      if (failure !== undefined) throw failure.error;
      write();
    } catch (error) {
      isDue = false;
      refused = { error };
    }
    const told = waiting;
    waiting = [];
    for (const { answer, refuse } of told) {
      if (refused === undefined) answer();
      else refuse(refused.error);
    }
  }

  /** Writes all pending changes now. @throws Error if they cannot be written */
  function flush(): void {
    if (failure !== undefined) write();
    settle();
    if (failure !== undefined) throw failure.error;
  }

  return {
    whenStored(answer: () => void, refuse: (error: unknown) => void): void {
      if (failure !== undefined) refuse(failure.error);
      else if (isDue) waiting.push({ answer, refuse });
      else answer();
    },
    record(change: StoreChange): void {
      changes.set(`${change.collection} ${change.key}`, change);
      due();
    },
    note(name: string, text: string | undefined): void {
      notes.set(name, text);
      due();
    },
    fact(name: string, text: string): void {
      facts.set(name, text);
      due();
    },
    /** Schedules a write of the position although no object has changed. */
    touch: due,
    flush,
    /** Flushes and stops retrying. */
    close(): void {
      try {
        flush();
      } finally {
        clearInterval(retry);
      }
    },
  };
}
