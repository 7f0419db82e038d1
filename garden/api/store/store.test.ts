import { describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { createPaginatedLists } from "./paginated-lists.ts";
import { createRecentChanges } from "./ring.ts";
import { createObjectStore } from "./store.ts";

const map = (namespace: string, name: string): KubeObject => ({ kind: "ConfigMap", metadata: { namespace, name } });
const keysOf = (objects: readonly KubeObject[]) =>
  objects.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

describe("a collection", () => {
  test("is listed in the order of its keys, and a namespace without those whose names begin alike", () => {
    const store = createObjectStore({ now: () => 0 });
    for (const [namespace, name] of [
      ["a-b", "x"],
      ["a", "z"],
      ["b", "a"],
      ["a", "b"],
    ] as const)
      store.put("maps", map(namespace, name));
    const { list } = store.collection("maps");
    expect(keysOf(list())).toEqual(["a-b/x", "a/b", "a/z", "b/a"]);
    expect(keysOf(list("a"))).toEqual(["a/b", "a/z"]);
  });

  test("stays in order through creations and removals after a list", () => {
    const store = createObjectStore({ now: () => 0 });
    const collection = store.collection("maps");
    const names = Array.from({ length: 200 }, (_, index) => `n${(index * 7919) % 1009}`);
    const present = new Set<string>();
    for (const [turn, name] of names.entries()) {
      store.put("maps", map("a", name));
      present.add(name);
      const gone = names[turn - 3];
      if (turn % 3 === 0 && gone !== undefined && present.delete(gone)) store.remove("maps", map("a", gone));
      expect(collection.list().map(({ metadata }) => metadata.name)).toEqual([...present].sort());
    }
    expect(collection.size).toBe(present.size);
  });

  test("gives every write the next version of the whole store", () => {
    const store = createObjectStore({ now: () => 0, firstVersion: 100 });
    const versions = [
      store.put("maps", map("a", "x")),
      store.put("secrets", map("a", "x")),
      store.remove("maps", map("a", "x")),
    ];
    expect(versions.map(({ metadata }) => metadata.resourceVersion)).toEqual(["101", "102", "103"]);
    expect(store.resourceVersion).toBe(103);
    expect(store.collection("maps").get("a", "x")).toBeUndefined();
  });

  test("tells its followers what was written, with what was there before", () => {
    const store = createObjectStore({ now: () => 0 });
    const told: unknown[] = [];
    const stop = store.collection("maps").ring.follow((event) => told.push(event));
    const made = store.put("maps", map("a", "x"));
    const changed = store.put("maps", map("a", "x"));
    store.put("secrets", map("a", "x"));
    store.remove("maps", changed);
    stop();
    store.put("maps", map("a", "y"));
    expect(told).toMatchObject([
      { type: "ADDED", object: made, previous: undefined },
      { type: "MODIFIED", object: changed, previous: made },
      { type: "DELETED", previous: changed },
    ]);
  });

  test("that is loaded at the start cannot be watched from before", () => {
    const store = createObjectStore({ now: () => 0, firstVersion: 10 });
    store.load("maps", [map("a", "x"), map("a", "y")]);
    const { ring } = store.collection("maps");
    expect(ring.since(11)).toBeUndefined();
    expect(ring.since(12)).toEqual([]);
  });
});

describe("the ring of changes", () => {
  const event = (version: number) => ({
    type: "MODIFIED" as const,
    object: map("a", "x"),
    previous: undefined,
    version,
  });

  test("answers with what came after a version", () => {
    const ring = createRecentChanges(() => 0, 0);
    for (const version of [2, 5, 9]) ring.push(event(version));
    expect(ring.since(0)?.map(({ version }) => version)).toEqual([2, 5, 9]);
    expect(ring.since(2)?.map(({ version }) => version)).toEqual([5, 9]);
    expect(ring.since(6)?.map(({ version }) => version)).toEqual([9]);
    expect(ring.since(9)).toEqual([]);
  });

  test("keeps ten thousand changes however old, forgets older ones, and says that it has", () => {
    let now = 0;
    const ring = createRecentChanges(() => now, 0);
    for (let version = 1; version <= 10_000; version += 1) ring.push(event(version));
    now = 60 * 60_000;
    for (let version = 10_001; version <= 20_000; version += 1) ring.push(event(version));
    expect(ring.since(1)).toBeUndefined();
    expect(ring.since(10_000)).toHaveLength(10_000);
  });
});

describe("kept lists", () => {
  const list = { place: "maps", version: "1", objects: [map("a", "x"), map("a", "y")] };

  test("are found again by their token, with how far they were read", () => {
    const snapshots = createPaginatedLists(() => 0);
    expect(snapshots.resume(snapshots.keep(list, 1))).toMatchObject({ snapshot: list, from: 1 });
  });

  test("are forgotten after five minutes, and the oldest when there are too many", () => {
    let now = 0;
    const snapshots = createPaginatedLists(() => now);
    const old = snapshots.keep(list, 1);
    now = 5 * 60_000 + 1;
    expect(snapshots.resume(old)).toBeUndefined();
    const tokens = Array.from({ length: 65 }, () => snapshots.keep(list, 1));
    expect(tokens.map((token) => snapshots.resume(token) !== undefined)).toEqual(tokens.map((_, index) => index > 0));
  });

  test.each(["", "x", "e30", Buffer.from('{"id":"a","from":-1}').toString("base64url")])(
    "the token %j is none",
    (token) => {
      expect(createPaginatedLists(() => 0).resume(token)).toBeNull();
    },
  );
});
