import "server-only";
import type { UserScope } from "#server/access/user-scope.ts";
import { type EventFrame, eventFrame } from "#server/boundary/events/event-frame.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import type { RowChanges, RowStore } from "./row-store.ts";

export function changeFrame({ upserts, updates, removes }: RowChanges, cursor: string): EventFrame {
  return eventFrame(JSON.stringify({ type: "change", cursor, upserts, updates, removes }), cursor);
}

/** The frame that brings a stream up to date; `nothing` when no visible row changed. */
export type StreamCatchUp = EventFrame | "nothing" | "too-old";

/** Frames of one tick, shared by all streams at the same position that see the same rows. */
export class SharedFrames {
  readonly #store: RowStore;
  readonly #cursors: FleetCursors;
  readonly #frames = new Map<string, StreamCatchUp>();

  constructor(store: RowStore, cursors: FleetCursors) {
    this.#store = store;
    this.#cursors = cursors;
  }

  /** Rows are sent whole to readers that received some from another process. */
  changeSince(clock: number, scope: UserScope, isDescribed: "here" | "elsewhere" = "here"): StreamCatchUp {
    const key = `${clock} ${isDescribed} ${scope.rowsKey}`;
    const made = this.#frames.get(key) ?? this.#difference(this.#store.changesSince(clock, scope, isDescribed), scope);
    this.#frames.set(key, made);
    return made;
  }

  #difference(changes: RowChanges | undefined, scope: UserScope): StreamCatchUp {
    if (changes === undefined) return "too-old";
    if (changes.upserts.length + changes.updates.length + changes.removes.length === 0) return "nothing";
    return changeFrame(changes, this.#cursors.now(scope));
  }
}
