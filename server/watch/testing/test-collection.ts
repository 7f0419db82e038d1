import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import {
  addedEvent,
  bookmark,
  deletedEvent,
  errorEvent,
  initialEventsEnd,
  modifiedEvent,
  shootObject,
} from "./events.ts";

type Entry = { readonly version: number; readonly line: object };

/** Objects of one resource as stored by a test's API server, with the history from which watches are served. */
export function createTestCollection() {
  const objects = new Map<string, { uid: string; version: number }>();
  let history: Entry[] = [];
  let version = 1;
  let uids = 0;
  /** Events up to this version are no longer available: a watch from before gets 410 Expired. */
  let compacted = 1;

  function record(line: object): void {
    history.push({ version, line });
  }

  function remove(name: string): void {
    const held = objects.get(name);
    if (held === undefined) return;
    version += 1;
    objects.delete(name);
    record(deletedEvent(held.uid, version, name));
  }

  return {
    put(name: string): void {
      const held = objects.get(name);
      version += 1;
      if (held === undefined) uids += 1;
      const uid = held?.uid ?? `uid-${uids}`;
      objects.set(name, { uid, version });
      record(held === undefined ? addedEvent(uid, version, name) : modifiedEvent(uid, version, name));
    },
    remove,
    compact(): void {
      compacted = version;
      history = [];
    },
    get version() {
      return version;
    },
    /** `uid@version` of all objects, sorted, in the same form as `WatchRun.held`. */
    held: () => Array.from(objects.values(), (held) => `${held.uid}@${held.version}`).sort(),
    items: () => Array.from(objects, ([name, held]) => shootObject(held.uid, held.version, name)),
    initialEvents: () => [
      ...Array.from(objects, ([name, held]) => addedEvent(held.uid, held.version, name)),
      initialEventsEnd(version),
    ],
    /** Events that a watch from version `from` is sent, or whether it gets 410 Expired. */
    since(from: string): { readonly lines: readonly object[]; readonly expired: boolean } {
      if (compareResourceVersions(from, String(compacted)) < 0) {
        return { lines: [errorEvent(410, "Expired")], expired: true };
      }
      const newer = history.filter((entry) => compareResourceVersions(String(entry.version), from) > 0);
      return { lines: newer.map(({ line }) => line), expired: false };
    },
    bookmark: () => bookmark(version),
  };
}

export type TestCollection = ReturnType<typeof createTestCollection>;
