import { describe, expect, test } from "vitest";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { acceptedEncodingHeader } from "#server/boundary/compressed.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { FleetCursors } from "./fleet-cursors.ts";
import { toFleetRow } from "./fleet-row.ts";
import { FleetSnapshots } from "./fleet-snapshots.ts";
import { unknownProfile } from "./profile-reader.ts";
import { RowStore } from "./row-store.ts";

const only = (namespace: string): UserScope => ({
  ...fullScope,
  all: false,
  namespaces: new Set([namespace]),
  rowsKey: namespace,
  shownKey: namespace,
});

function world(keptBytes?: number) {
  let full = false;
  const heap = {
    requireRoom(what: string) {
      if (full) throw new ProblemError("not-ready", { detail: what });
    },
  };
  const fillHeap = () => {
    full = true;
  };
  const store = new RowStore("e1", () => 0);
  const cursors = new FleetCursors({ store, now: () => 0, reading: () => undefined });
  const freshness = () => ({ state: "live", asOf: "2026-11-21T10:00:00Z" }) as const;
  const snapshots = new FleetSnapshots({ store, cursors, freshness }, heap, keptBytes);
  const put = (uid: string, resourceVersion = "1") =>
    store.put(
      toFleetRow(
        { metadata: { uid, namespace: `ns${uid.length % 2}`, name: uid, resourceVersion } },
        { project: "p", profile: unknownProfile, now: 0 },
      ),
    );
  const get = (scope = fullScope, headers: Readonly<Record<string, string>> = {}) =>
    snapshots.respond(new Request("http://127.0.0.1/api/fleet", { headers }), scope);
  return { store, cursors, snapshots, put, get, fillHeap };
}

describe("F22: many who read the fleet at once", () => {
  test("five hundred get one that was made once, and it is whole for each", async () => {
    const { snapshots, put, get } = world();
    for (let count = 0; count < 500; count += 1) put(`u${count}`);
    const answers = await Promise.all(Array.from({ length: 500 }, () => get(fullScope, gzip)));
    expect(snapshots.made).toBe(1);
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(new Set(sizes)).toEqual(new Set([snapshots.keptBytes]));
  });

  test("while the fleet moves, those who wait share the next one, which is as new as its cursor says", async () => {
    const { store, cursors, snapshots, put, get } = world();
    const asked: Promise<Response>[] = [];
    for (let count = 0; count < 500; count += 1) {
      put("u", String(count));
      asked.push(get());
    }
    const clock = store.clock;
    const answers = await Promise.all(asked);
    expect(snapshots.made).toBeLessThanOrEqual(2);
    const last = readEntireFleet((await answers.at(-1)?.text()) ?? "");
    expect(cursors.clockOf(last.cursor, fullScope)).toBe(clock);
    expect(last.rows[0]?.resourceVersion).toBe("499");
  });

  test("people who see the same share it, others get their own and nothing else", async () => {
    const { snapshots, put, get } = world();
    put("a");
    put("bb");
    const scopes = [only("ns0"), only("ns1"), only("ns0"), fullScope];
    const bodies = await Promise.all(scopes.map(async (scope) => readEntireFleet(await (await get(scope)).text())));
    expect(bodies.map(({ rows }) => rows.map(({ uid }) => uid).sort())).toEqual([["bb"], ["a"], ["bb"], ["a", "bb"]]);
    expect(snapshots.made).toBe(3);
  });

  test("nothing that only others' rows say stands in what somebody gets", async () => {
    const { put, get } = world();
    for (let count = 0; count < 30; count += 1) put(`${"a".repeat(count + 1)}`, `secret-of-${count % 2}`);
    const [even, odd] = await Promise.all(
      [get(only("ns0")), get(only("ns1"))].map(async (answer) => (await answer).text()),
    );
    expect([even, odd].map((text) => text?.match(/secret-of-\d|"ns\d"/g))).toEqual([
      ['"ns0"', "secret-of-1"],
      ['"ns1"', "secret-of-0"],
    ]);
  });

  test("a making that fails fails those who wait for it, and not the next", async () => {
    const { store, put, get, snapshots } = world();
    put("a");
    const { rows } = store;
    store.rows = () => {
      throw new Error("out of luck");
    };
    await expect(Promise.all([get(), get()])).rejects.toThrow("out of luck");
    store.rows = rows;
    expect((await get()).status).toBe(200);
    expect(snapshots.made).toBe(2);
  });
});

test("F18: while there is no room, what is there already is answered, and nothing new is made", async () => {
  const { put, get, fillHeap } = world();
  put("a");
  await get();
  fillHeap();
  expect((await get()).status).toBe(200);
  put("b");
  await expect(get()).rejects.toMatchObject({ reason: "not-ready" });
});

test("what is kept is bounded by its bytes, and the newest always is", async () => {
  const { snapshots, put, get } = world(8_000);
  for (let count = 0; count < 100; count += 1) put(`u${count}`);
  const bytes = (await (await get()).arrayBuffer()).byteLength;
  expect(bytes).toBeGreaterThan(2_000);
  for (let version = 2; version < 20; version += 1) {
    put("u1", String(version));
    await get();
    expect(snapshots.keptBytes).toBeLessThanOrEqual(8_000);
  }
  const tiny = world(1);
  tiny.put("a");
  await Promise.all([tiny.get(), tiny.get()]);
  await tiny.get();
  expect(tiny.snapshots.made).toBe(1);
});

const gzip = { [acceptedEncodingHeader]: "gzip" };
