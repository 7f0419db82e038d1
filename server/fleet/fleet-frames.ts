import "server-only";
import type { UserScope } from "../access/user-scope.ts";
import { type EventFrame, eventFrame } from "../boundary/events/event-frame.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import type { RowChanges, RowStore } from "./row-store.ts";

export function changeFrame({ upserts, removes }: RowChanges, cursor: string): EventFrame {
  return eventFrame(
    `{"type":"change","cursor":${JSON.stringify(cursor)},"upserts":${JSON.stringify(upserts)},"removes":${JSON.stringify(removes)}}`,
    cursor,
  );
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

  changeSince(clock: number, scope: UserScope): Difference {
    const key = `${clock} ${scope.rowsKey}`;
    const made = this.#frames.get(key) ?? this.#difference(clock, scope);
    this.#frames.set(key, made);
    return made;
  }

  #difference(clock: number, scope: UserScope): Difference {
    const changes = this.#store.changesSince(clock, scope);
    if (changes === undefined) return "too-old";
    if (changes.upserts.length + changes.removes.length === 0) return "nothing";
    return changeFrame(changes, this.#cursors.now(scope));
  }
}
