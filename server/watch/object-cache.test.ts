import { describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { createObjectCache, type ObjectCacheEvent } from "./object-cache.ts";
import { shootObject } from "./testing/events.ts";

const upsert = (uid: string, version: number, name?: string): ObjectCacheEvent<KubeObject> => ({
  kind: "upsert",
  object: shootObject(uid, version, name),
});
const remove = (uid: string, version: number, name?: string): ObjectCacheEvent<KubeObject> => ({
  kind: "delete",
  object: shootObject(uid, version, name),
});

function filledMirror() {
  const mirror = createObjectCache<KubeObject>({ warn() {} });
  const elsewhere = { ...shootObject("c", 3), metadata: { ...shootObject("c", 3).metadata, namespace: "garden-b" } };
  mirror.swap([shootObject("a", 1), shootObject("b", 2), elsewhere], "5");
  return mirror;
}

const uids = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.uid).sort();

describe("a mirror", () => {
  test("finds objects by uid, by name and by namespace", () => {
    const mirror = filledMirror();
    expect(mirror.get("a")?.metadata.name).toBe("a");
    expect(mirror.byName("garden-b", "c")?.metadata.uid).toBe("c");
    expect(mirror.byName("garden-a", "c")).toBeUndefined();
    expect(uids(mirror.inNamespace("garden-a"))).toEqual(["a", "b"]);
    expect(mirror.inNamespace("nowhere")).toEqual([]);
    expect(uids(mirror.all())).toEqual(["a", "b", "c"]);
  });

  test("finds cluster-scoped objects in the namespace without a name", () => {
    const mirror = createObjectCache<KubeObject>({ warn() {} });
    mirror.swap([{ metadata: { name: "dev", uid: "p", resourceVersion: "1" } }], "5");
    expect(mirror.byName("", "dev")?.metadata.uid).toBe("p");
  });

  test("a successor under the same name drives the elder out, whichever deletion is heard when", () => {
    const mirror = filledMirror();
    mirror.apply([upsert("new", 8, "a")]);
    expect(uids(mirror.inNamespace("garden-a"))).toEqual(["b", "new"]);
    expect(uids(mirror.all())).toEqual(["b", "c", "new"]);
    mirror.apply([remove("a", 7), upsert("a", 6)]);
    expect(mirror.byName("garden-a", "a")?.metadata.uid).toBe("new");
  });

  test("an elder that is heard of late does not drive its successor out", () => {
    const mirror = filledMirror();
    mirror.apply([upsert("new", 8, "d"), upsert("old", 7, "d")]);
    expect(mirror.byName("garden-a", "d")?.metadata.uid).toBe("new");
    expect(mirror.get("old")).toBeUndefined();
  });

  test("an event about an object that a list has removed is no news", () => {
    const mirror = filledMirror();
    mirror.swap([shootObject("b", 2)], "9");
    expect(mirror.isNews(upsert("a", 8))).toBe(false);
  });

  test("a deletion that overtakes its object keeps it away", () => {
    const mirror = filledMirror();
    mirror.apply([remove("x", 9), upsert("x", 7)]);
    expect(mirror.get("x")).toBeUndefined();
  });

  test("an object that comes back into a selection after it had left is there again", () => {
    const mirror = filledMirror();
    mirror.apply([remove("a", 9)]);
    mirror.apply([upsert("a", 10)]);
    expect(mirror.get("a")?.metadata.resourceVersion).toBe("10");
  });

  test("events that come to nothing are not published", () => {
    const mirror = filledMirror();
    const heard: unknown[] = [];
    mirror.subscribe((message) => void heard.push(message));
    expect(mirror.apply([upsert("x", 8), remove("x", 9), upsert("a", 1)])).toBe(1);
    expect(heard).toEqual([]);
  });

  test("its contents are those of a list, however it came by them", () => {
    const mirror = filledMirror();
    const listed = () => {
      const anew = createObjectCache<KubeObject>({ warn() {} });
      anew.swap(mirror.all(), "99");
      return anew.contents;
    };
    const seen = new Set([mirror.contents]);
    const events = [
      upsert("a", 9),
      upsert("x", 10),
      upsert("y", 11, "x"),
      remove("b", 12),
      upsert("a", 8),
      remove("q", 13),
    ];
    for (const event of events) {
      mirror.apply([event]);
      expect(mirror.contents).toBe(listed());
      seen.add(mirror.contents);
    }
    expect(seen.size).toBe(5);
    mirror.swap([shootObject("a", 1)], "20");
    expect(mirror.contents).toBe(listed());
  });

  test("thirty thousand deletions later it remembers only the newest of them", () => {
    const mirror = filledMirror();
    for (let at = 10; at < 30_000; at += 1) mirror.apply([upsert(`u${at}`, at), remove(`u${at}`, at)]);
    expect(mirror.size).toBe(3);
    expect(mirror.isNews(upsert("u29999", 29_999))).toBe(false);
    expect(mirror.isNews(upsert("u10", 10))).toBe(true);
  });
});
