import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { added, bookmark, deleted, errorEvent, initialEventsEnd, modified, shootObject } from "./events.ts";

type Entry = { readonly version: number; readonly line: object };

/** A collection as the garden really has it, with the history that its watches are served from. */
export function createTestCollection() {
  const objects = new Map<string, { uid: string; version: number }>();
  let history: Entry[] = [];
  let version = 1;
  let uids = 0;
  /** Everything up to this version is compacted: a watch from before gets a 410. */
  let compacted = 1;

  function record(line: object): void {
    history.push({ version, line });
  }

  function remove(name: string): void {
    const held = objects.get(name);
    if (held === undefined) return;
    version += 1;
    objects.delete(name);
    record(deleted(held.uid, version, name));
  }

  return {
    put(name: string): void {
      const held = objects.get(name);
      version += 1;
      if (held === undefined) uids += 1;
      const uid = held?.uid ?? `uid-${uids}`;
      objects.set(name, { uid, version });
      record(held === undefined ? added(uid, version, name) : modified(uid, version, name));
    },
    remove,
    compact(): void {
      compacted = version;
      history = [];
    },
    get version() {
      return version;
    },
    /** `uid@version`, sorted, in the same form as `WatchRun.held`. */
    held: () => Array.from(objects.values(), (held) => `${held.uid}@${held.version}`).sort(),
    items: () => Array.from(objects, ([name, held]) => shootObject(held.uid, held.version, name)),
    initialEvents: () => [
      ...Array.from(objects, ([name, held]) => added(held.uid, held.version, name)),
      initialEventsEnd(version),
    ],
    /** Lines that a watch from `from` is sent now, or the 410 that it gets. */
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
