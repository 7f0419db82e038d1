import "server-only";
import type { StoreChange } from "../store/store.ts";
import type { GardenDatabase } from "./garden-database.ts";

/**
 * Calls `answer` when everything that was written so far is kept, at once when it is already; `refuse` when it cannot be
 * kept. Whatever shows a write outside of the process waits for it, be it the answer to the write, a read or a watch.
 */
export type WhenKept = (answer: () => void, refuse: (error: unknown) => void) => void;

/** A garden in memory promises nothing. */
export const keptInMemory: WhenKept = (answer) => answer();

/** Gathers what happens in one turn of the event loop and writes it together when the turn ends. */
export interface Journal {
  readonly whenKept: WhenKept;
  record(change: StoreChange): void;
  note(name: string, text: string | undefined): void;
  fact(name: string, text: string): void;
  /** Has the position written although no object has changed. */
  touch(): void;
  /** Writes what is waiting, now. @throws Error when it cannot be written */
  flush(): void;
}

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
 * A write and all that the controllers do about it before the turn ends are one transaction: either a garden that was
 * killed finds both, or neither. After a failure nothing is kept any more, so nothing is answered any more: what is in
 * memory is ahead of the disk, and only a new start brings them together.
 */
export function createJournal({ database, position }: JournalParts): Journal {
  let changes = new Map<string, StoreChange>();
  let notes = new Map<string, string | undefined>();
  let facts = new Map<string, string>();
  let waiting: Waiting[] = [];
  let isDue = false;
  let failure: { readonly error: unknown } | undefined;

  function due(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(settle);
  }

  function write(): void {
    isDue = false;
    if (failure !== undefined) throw failure.error;
    const batch = { changes: changes.values(), notes, facts: [...facts, ["position", position()] as const] };
    try {
      database.write(batch);
    } catch (error) {
      failure = { error };
      console.error("the embedded garden cannot keep its objects and answers no more:", error);
      throw error;
    }
    changes = new Map();
    notes = new Map();
    facts = new Map();
  }

  function settle(): void {
    if (!isDue) return;
    let refused: { readonly error: unknown } | undefined;
    try {
      write();
    } catch (error) {
      refused = { error };
    }
    const told = waiting;
    waiting = [];
    for (const { answer, refuse } of told) {
      if (refused === undefined) answer();
      else refuse(refused.error);
    }
  }

  return {
    whenKept(answer, refuse) {
      if (failure !== undefined) refuse(failure.error);
      else if (isDue) waiting.push({ answer, refuse });
      else answer();
    },
    record(change) {
      changes.set(`${change.collection} ${change.key}`, change);
      due();
    },
    note(name, text) {
      notes.set(name, text);
      due();
    },
    fact(name, text) {
      facts.set(name, text);
      due();
    },
    touch: due,
    flush() {
      settle();
      if (failure !== undefined) throw failure.error;
    },
  };
}
