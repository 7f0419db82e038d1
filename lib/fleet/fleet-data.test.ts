import { describe, expect, test } from "vitest";
import type { FleetSnapshot } from "#lib/contract/fleet.ts";
import { applyStreamFrame, replaceFleetSnapshot } from "./fleet-data.ts";
import { sampleFleetRow } from "./sample-fleet-row.fixture.ts";

const [a, b] = [sampleFleetRow({ name: "a" }), sampleFleetRow({ name: "b" })];
const fleet: FleetSnapshot = {
  cursor: "e.1",
  freshness: { state: "live", asOf: "2026-11-24T12:00:00Z" },
  scope: { all: true, projects: [], unreadable: [] },
  rows: [a, b],
};

describe("a frame of the stream", () => {
  test("adds, replaces and removes rows, and leaves the others as they are", () => {
    const newer = sampleFleetRow({ name: "b", resourceVersion: "101" });
    const added = sampleFleetRow({ name: "c" });
    const next = applyStreamFrame(fleet, {
      type: "change",
      cursor: "e.2",
      upserts: [newer, added],
      updates: [],
      removes: ["uid-x"],
    });
    expect(next).toEqual({ ...fleet, cursor: "e.2", rows: [a, newer, added] });
    expect(next?.rows[0]).toBe(a);
    expect(
      applyStreamFrame(next, { type: "change", cursor: "e.3", upserts: [], updates: [], removes: ["uid-a"] })?.rows,
    ).toEqual([newer, added]);
  });

  test("changes of a row what differs, and leaves the rest of it as it is; of a row that is not there it says nothing", () => {
    const set = { resourceVersion: "101", health: "progressing" } as const;
    const updates = [
      { uid: "uid-b", set, unset: ["region"] },
      { uid: "uid-x", set, unset: [] },
    ];
    const next = applyStreamFrame(fleet, { type: "change", cursor: "e.2", upserts: [], updates, removes: [] });
    const { region: _region, ...rest } = b;
    expect(next?.rows).toStrictEqual([a, { ...rest, ...set }]);
    expect(next?.rows[0]).toBe(a);
    expect(next?.rows[1]?.images).toBe(b.images);
    expect(b.region).toBeDefined();
  });

  test("what is read anew replaces everything, but equal rows keep their identity", () => {
    const next = replaceFleetSnapshot(fleet, { ...fleet, cursor: "f.1", rows: [sampleFleetRow({ name: "b" })] });
    expect(next.rows).toHaveLength(1);
    expect(next.rows[0]).toBe(b);
  });

  test("a server that still reads keeps the rows of a page that had all of them, and of no other", () => {
    const freshness = { state: "loading", keptSince: "2026-11-24T12:01:00Z" } as const;
    const kept = applyStreamFrame(fleet, { type: "freshness", freshness });
    expect(kept).toEqual({ ...fleet, freshness });
    expect(applyStreamFrame(kept, { type: "freshness", freshness })).toEqual(kept);
    const partial: FleetSnapshot = { ...fleet, freshness: { state: "loading" }, rows: [a] };
    expect(applyStreamFrame(partial, { type: "freshness", freshness })).toEqual(partial);
  });

  test("going stale keeps the rows on screen", () => {
    const freshness = { state: "stale", since: "2026-11-24T12:01:00Z", reason: "watch lost" } as const;
    expect(applyStreamFrame(fleet, { type: "freshness", freshness })).toEqual({ ...fleet, freshness });
  });

  test("a change before anything was read has nothing to change", () => {
    expect(
      applyStreamFrame(undefined, { type: "change", cursor: "e.2", upserts: [a], updates: [], removes: [] }),
    ).toBeUndefined();
  });
});
