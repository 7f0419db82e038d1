import "server-only";
import type { StoreChange } from "../store/store.ts";
import type { GardenDatabase } from "./garden-database.ts";

/**
 * Calls `answer` when everything that was written so far is kept, at once when it is already; `refuse` when it cannot be
 * kept. Whatever shows a write outside of the process waits for it, be it the answer to the write, a read or a watch.
 */
export type WhenStored = (answer: () => void, refuse: (error: unknown) => void) => void;

/** A garden in memory promises nothing. */
export const storedInMemory: WhenStored = (answer) => answer();

/** So often it is tried whether there is room again. */
const retryMs = 2_000;

interface Waiting {
  readonly answer: () => void;
  readonly refuse: (error: unknown) => void;
}

interface JournalParts {
  readonly database: Pick<GardenDatabase, "write">;
  /** What is written along with every batch: where the garden stands. */
  readonly position: () => string;
}

/**
 * Gathers what happens in one turn of the event loop and writes it together when the turn ends.
 * A write and all that the controllers do about it before the turn ends are one transaction: either a garden that was
 * killed finds both, or neither. After a failure nothing is answered, reads neither: what is in memory is ahead of the disk,
 * and whoever read it could find it gone after a new start. All of it is written as soon as there is room, with what was
 * refused meanwhile: a write that is refused like this may have been done.
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
      // It is known, and tried again.
    }
  }

  function settle(): void {
    if (!isDue) return;
    let refused: { readonly error: unknown } | undefined;
    try {
      // In between the attempts no turn makes one of its own: there may be thousands.
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

  /** Writes what is waiting, now. @throws Error when it cannot be written */
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
    /** Has the position written although no object has changed. */
    touch: due,
    flush,
    /** The same, for the last time. */
    close(): void {
      try {
        flush();
      } finally {
        clearInterval(retry);
      }
    },
  };
}
