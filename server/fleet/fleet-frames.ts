import "server-only";
import type { Freshness } from "#lib/contract/fleet.ts";
import type { UserScope } from "../access/user-scope.ts";
import { eventFrame } from "../boundary/sse.ts";
import type { RowChanges, RowStore } from "./row-store.ts";

/** The body of GET /api/fleet, as text, laid out by lines as `lib/contract/fleet.ts` says. */
export function snapshotJson(store: RowStore, scope: UserScope, freshness: Freshness): string {
  const rows = store.rows(scope).join(",\n");
  return `{${headJson(store, scope, freshness)},"rows":[\n${rows}\n]}\n`;
}

function snapshotFrame(store: RowStore, scope: UserScope, freshness: Freshness): Uint8Array {
  const rows = store.rows(scope).join(",");
  const frame = `{"type":"snapshot",${headJson(store, scope, freshness)},"rows":[${rows}]}`;
  return eventFrame(frame, store.cursorAt(store.clock));
}

/** All but the rows, which are JSON already: nothing is parsed or made twice. */
function headJson(store: RowStore, scope: UserScope, freshness: Freshness): string {
  const cursor = JSON.stringify(store.cursorAt(store.clock));
  return `"cursor":${cursor},"freshness":${JSON.stringify(freshness)},"scope":${JSON.stringify(scope.shown)}`;
}

export function changeFrame({ upserts, removes }: RowChanges, cursor: string): Uint8Array {
  return eventFrame(
    `{"type":"change","cursor":${JSON.stringify(cursor)},"upserts":[${upserts.join(",")}],"removes":${JSON.stringify(removes)}}`,
    cursor,
  );
}

/** Frames made during one tick, shared by all streams that are at the same place and see the same rows. */
export class SharedFrames {
  readonly #store: RowStore;
  readonly #frames = new Map<string, Uint8Array | undefined>();

  constructor(store: RowStore) {
    this.#store = store;
  }

  /** Brings a stream from `clock` to now; undefined when nothing it may see has changed. */
  changeSince(clock: number, scope: UserScope, freshness: Freshness): Uint8Array | undefined {
    const key = `${clock} ${scope.rowsKey}`;
    if (this.#frames.has(key)) return this.#frames.get(key);
    const changes = this.#store.changesSince(clock, scope);
    if (changes === undefined) return this.snapshot(scope, freshness);
    const frame = this.#frameOf(changes);
    this.#frames.set(key, frame);
    return frame;
  }

  snapshot(scope: UserScope, freshness: Freshness): Uint8Array {
    const key = `snapshot ${scope.rowsKey} ${scope.shownKey}`;
    const frame = this.#frames.get(key) ?? snapshotFrame(this.#store, scope, freshness);
    this.#frames.set(key, frame);
    return frame;
  }

  #frameOf(changes: RowChanges): Uint8Array | undefined {
    if (changes.upserts.length + changes.removes.length === 0) return undefined;
    return changeFrame(changes, this.#store.cursorAt(this.#store.clock));
  }
}
