import "server-only";
import type { UserScope } from "#server/access/user-scope.ts";
import { type EventFrame, eventFrame } from "#server/boundary/events/event-frame.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import type { RowChanges, RowStore } from "./row-store.ts";

export function changeFrame({ upserts, updates, removes }: RowChanges, cursor: string): EventFrame {
  return eventFrame(JSON.stringify({ type: "change", cursor, upserts, updates, removes }), cursor);
}

/** What brings a stream from where it is to now: nothing, when all that it may see is as it was. */
export type Difference = EventFrame | "nothing" | "too-old";

/** Frames made during one tick, shared by all streams that are at the same place and see the same rows. */
export class SharedFrames {
  readonly #store: RowStore;
  readonly #cursors: FleetCursors;
  readonly #frames = new Map<string, Difference>();

  constructor(store: RowStore, cursors: FleetCursors) {
    this.#store = store;
    this.#cursors = cursors;
  }

  /** Rows come whole to whoever was told of some by another process. */
  changeSince(clock: number, scope: UserScope, isDescribed: "here" | "elsewhere" = "here"): Difference {
    const key = `${clock} ${isDescribed} ${scope.rowsKey}`;
    const made = this.#frames.get(key) ?? this.#difference(this.#store.changesSince(clock, scope, isDescribed), scope);
    this.#frames.set(key, made);
    return made;
  }

  #difference(changes: RowChanges | undefined, scope: UserScope): Difference {
    if (changes === undefined) return "too-old";
    if (changes.upserts.length + changes.updates.length + changes.removes.length === 0) return "nothing";
    return changeFrame(changes, this.#cursors.now(scope));
  }
}
