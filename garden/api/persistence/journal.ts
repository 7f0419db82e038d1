import "server-only";
import type { StoreChange } from "../store/store.ts";
import type { GardenDatabase } from "./garden-database.ts";

/**
 * Delays a response until all previous writes are stored on disk: calls `answer` then, or `refuse` if they cannot be
 * stored. Every response that shows a write waits, also those of reads and watches.
 */
export type StorageWaiter = (answer: () => void, refuse: (error: unknown) => void) => void;

/** For a garden in memory: answers immediately, because nothing is stored on disk. */
export const skipStorageWait: StorageWaiter = (answer) => answer();

/** Interval of retries after a failed write to disk. */
const retryMs = 2_000;

interface Waiting {
  readonly answer: () => void;
  readonly refuse: (error: unknown) => void;
}

interface JournalParts {
  readonly database: Pick<GardenDatabase, "write">;
  /** The garden's current resourceVersion and time, which are stored with every transaction. */
  readonly position: () => string;
}

/**
 * Collects the changes of one event loop turn and writes them in one transaction, so that a write and the controllers'
 * reactions in the same turn are stored together or not at all. After a failed transaction all requests are refused,
 * including reads, because the memory contains changes that a restart would lose. When the disk can be written again,
 * all changes are stored, including those of refused requests.
 */
export function createWriteJournal({ database, position }: JournalParts) {
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
      // While a retry is scheduled, other event loop turns do not try to write: there can be thousands of them.
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

  /** Writes all pending changes to disk now. @throws Error if they cannot be written */
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
    /** Schedules a write of the garden's resourceVersion and time, without a changed object. */
    touch: due,
    flush,
    /** Writes all pending changes and stops retrying. */
    close(): void {
      try {
        flush();
      } finally {
        clearInterval(retry);
      }
    },
  };
}
