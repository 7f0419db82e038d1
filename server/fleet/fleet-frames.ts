import "server-only";
import type { UserScope } from "#server/access/user-scope.ts";
import { type EventFrame, encodeStreamEvent } from "#server/boundary/events/event-frame.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import type { RowChanges, RowStore } from "./row-store.ts";

export function encodeRowChanges({ upserts, updates, removes }: RowChanges, cursor: string): EventFrame {
  return encodeStreamEvent(JSON.stringify({ type: "change", cursor, upserts, updates, removes }), cursor);
}

/** Event that brings a client up to date; `nothing`: no visible row changed; `too-old`: all rows must be reloaded. */
export type StreamCatchUp = EventFrame | "nothing" | "too-old";

/** The change events of one stream update, each made once for all clients that need the same one. */
export class SharedChangeEvents {
  readonly #store: RowStore;
  readonly #cursors: FleetCursors;
  readonly #frames = new Map<string, StreamCatchUp>();

  constructor(store: RowStore, cursors: FleetCursors) {
    this.#store = store;
    this.#cursors = cursors;
  }

  /** The event with changes after `clock`: complete rows instead of fields for clients with another process's rows. */
  changeSince(clock: number, scope: UserScope, isDescribed: "here" | "elsewhere" = "here"): StreamCatchUp {
    const key = `${clock} ${isDescribed} ${scope.rowsKey}`;
    const made = this.#frames.get(key) ?? this.#difference(this.#store.changesSince(clock, scope, isDescribed), scope);
    this.#frames.set(key, made);
    return made;
  }

  #difference(changes: RowChanges | undefined, scope: UserScope): StreamCatchUp {
    if (changes === undefined) return "too-old";
    if (changes.upserts.length + changes.updates.length + changes.removes.length === 0) return "nothing";
    return encodeRowChanges(changes, this.#cursors.now(scope));
  }
}
