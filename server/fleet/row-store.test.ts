import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FleetRow, rowUpdateSchema } from "#lib/contract/fleet.ts";
import { applyRowUpdate } from "#lib/fleet/fleet-data.ts";
import { toFleetRow } from "./fleet-row.ts";
import { unknownProfile } from "./profile-reader.ts";
import { type RowScope, RowStore } from "./row-store.ts";

const all: RowScope = { all: true, namespaces: new Set() };
const only = (...namespaces: string[]): RowScope => ({ all: false, namespaces: new Set(namespaces) });

function row(uid: string, namespace: string, resourceVersion = "1"): FleetRow {
  const metadata = { uid, namespace, name: uid, resourceVersion };
  return toFleetRow({ metadata }, { project: namespace, profile: unknownProfile, now: 0 });
}

const uidsOf = (rows: readonly FleetRow[]) => rows.map(({ uid }) => uid).sort();

const sorted = (rows: Iterable<FleetRow>) => [...rows].sort((a, b) => (a.uid < b.uid ? -1 : 1));

function storeOf(...rows: FleetRow[]): RowStore {
  const store = new RowStore("e1", () => 0);
  for (const each of rows) store.put(each);
  return store;
}

describe("rows are seen through a scope only", () => {
  const store = storeOf(row("a", "ns1"), row("b", "ns2"), row("c", "ns2"));

  test.each<[string, RowScope, string[]]>([
    ["everything", all, ["a", "b", "c"]],
    ["one namespace", only("ns2"), ["b", "c"]],
    ["no namespace", only(), []],
    ["a namespace without rows", only("ns9"), []],
  ])("%s", (_name, scope, uids) => {
    expect(uidsOf(store.rows(scope))).toEqual(uids);
    expect(uidsOf(store.changesSince(0, scope)?.upserts ?? [])).toEqual(uids);
  });
});

test("a row that comes out equal is no change", () => {
  const store = storeOf(row("a", "ns1"));
  expect(store.put(row("a", "ns1"))).toBe(false);
  expect(store.clock).toBe(1);
});

test("a row that was given out stays as it is; the next one shares with it what did not change", () => {
  const store = storeOf(row("a", "ns1"));
  const [first] = store.rows(all);
  store.put(row("a", "ns1", "2"));
  const [second] = store.rows(all);
  expect([first?.resourceVersion, second?.resourceVersion]).toEqual(["1", "2"]);
  expect(second?.kubernetes).toBe(first?.kubernetes);
});

test("rows that say the same of their clusters share it, and leave out what is undefined", () => {
  const [first, second] = storeOf(row("a", "ns1"), row("b", "ns2")).rows(all);
  expect(first?.kubernetes).toBe(second?.kubernetes);
  expect(Object.values(first ?? {})).not.toContain(undefined);
});

test("what was touched often is told once, as it is now", () => {
  const store = storeOf(row("a", "ns1"));
  store.put(row("a", "ns1", "2"));
  store.put(row("b", "ns1"));
  store.remove("b");
  store.put(row("a", "ns1", "3"));
  const changes = store.changesSince(1, all);
  expect(changes?.upserts).toEqual([]);
  expect(changes?.updates).toEqual([{ uid: "a", set: { resourceVersion: "3" }, unset: [] }]);
  expect(changes?.removes).toEqual(["b"]);
});

test("a deletion is not told to those who never saw the row", () => {
  const store = storeOf(row("a", "ns1"));
  store.remove("a");
  expect(store.changesSince(0, only("ns2"))).toEqual({ upserts: [], updates: [], removes: [] });
});

test("changes after a clock of the future are not known", () => {
  expect(storeOf(row("a", "ns1")).changesSince(2, all)).toBeUndefined();
});

test("changes are remembered for five minutes or 5,000 of them, whatever is more", () => {
  let now = 0;
  const store = new RowStore("e1", () => now, { minEntries: 10, minAgeMs: 1_000 });
  for (let version = 1; version <= 100; version += 1) store.put(row("a", "ns1", String(version)));
  expect(store.changesSince(1, all)).toBeDefined();
  now = 2_000;
  for (let version = 101; version <= 120; version += 1) store.put(row("a", "ns1", String(version)));
  expect(store.changesSince(1, all)).toBeUndefined();
  expect(store.changesSince(store.clock - 10, all)).toBeDefined();
});

test("what another process told is told anew as whole rows", () => {
  const store = storeOf(row("a", "ns1"));
  store.put(row("a", "ns1", "2"));
  const changes = store.changesSince(1, all, "elsewhere");
  expect([uidsOf(changes?.upserts ?? []), changes?.updates]).toEqual([["a"], []]);
});

test("a row that came after the clock is told whole, however often it changed since", () => {
  const store = storeOf(row("a", "ns1"));
  store.put(row("b", "ns1"));
  store.put(row("b", "ns1", "2"));
  const changes = store.changesSince(1, all);
  expect([uidsOf(changes?.upserts ?? []), changes?.updates]).toEqual([["b"], []]);
});

test("fields that are gone are named", () => {
  const store = storeOf({ ...row("a", "ns1"), region: "eu" });
  store.put(row("a", "ns1"));
  expect(store.changesSince(1, all)?.updates).toEqual([{ uid: "a", set: {}, unset: ["region"] }]);
});

describe("a scope that changes", () => {
  const store = storeOf(row("a", "ns1"), row("b", "ns2"), row("c", "ns3"));
  const clock = store.clock;
  store.put(row("b", "ns2", "2"));
  store.remove("a");

  test("loses what it no longer covers, also what vanished meanwhile, and gains what it covers now", () => {
    const changes = store.changesOfScope(clock, only("ns1", "ns2"), only("ns3"));
    expect(uidsOf(changes?.upserts ?? [])).toEqual(["c"]);
    expect([...(changes?.removes ?? [])].sort()).toEqual(["a", "b"]);
  });
});

test("whoever applies every change holds what a snapshot holds, whatever the scopes do", () => {
  const namespaces = ["ns1", "ns2", "ns3"];
  const step = fc.oneof(
    fc.record({ put: fc.nat(8), version: fc.nat(3) }),
    fc.record({ remove: fc.nat(8) }),
    fc.record({ scope: fc.subarray(namespaces) }),
    fc.constant({ read: true }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const store = new RowStore("e1", () => 0);
      const held = new Map<string, FleetRow>();
      let scope = only("ns1");
      let clock = 0;
      const take = (changes: ReturnType<RowStore["changesSince"]>) => {
        for (const uid of changes?.removes ?? []) held.delete(uid);
        for (const each of changes?.upserts ?? []) held.set(each.uid, each);
        for (const { uid, set, unset } of changes?.updates ?? []) {
          const known = held.get(uid);
          if (known === undefined) throw new Error(`nobody was told of ${uid}`);
          held.set(uid, applyRowUpdate(known, rowUpdateSchema.parse({ uid, set, unset })));
        }
        clock = store.clock;
      };
      for (const each of steps) {
        if ("put" in each) store.put(row(`u${each.put}`, namespaces[each.put % 3] ?? "", String(each.version)));
        else if ("remove" in each) store.remove(`u${each.remove}`);
        else if ("scope" in each) {
          const after = only(...each.scope);
          take(store.changesOfScope(clock, scope, after));
          scope = after;
        } else take(store.changesSince(clock, scope));
      }
      take(store.changesSince(clock, scope));
      expect(sorted(held.values())).toEqual(sorted(store.rows(scope)));
    }),
    { seed: 20261121, numRuns: 500 },
  );
});
