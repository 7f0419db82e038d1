import { describe, expect, test } from "vitest";
import { type CollectionVersions, FleetCursors } from "./fleet-cursors.ts";

const all = { rowsKey: "all" };
const startAt = Date.parse("2026-11-21T10:00:00Z");

let different = 0;
const contents = (count: number) => count.toString(16).padStart(16, "0");

/** The resourceVersions up to which each collection was read, with unique values. */
function readingAt(versions: readonly string[]): CollectionVersions {
  const own = () => {
    different += 1;
    return contents(different);
  };
  return { versions, contents: versions.map(own) };
}

/** A replica whose collections, rows and clock the test controls. */
function replica(epoch: string) {
  const state: { clock: number; seconds: number; reading: CollectionVersions | undefined } = {
    clock: 0,
    seconds: 0,
    reading: readingAt(["100", "10"]),
  };
  const store = {
    epoch,
    get clock() {
      return state.clock;
    },
  };
  const cursors = new FleetCursors({
    store,
    now: () => startAt + state.seconds * 1_000,
    reading: () => state.reading,
  });
  /** The given number of rows changed at the given second, because of objects with these resourceVersions. */
  const reach = (seconds: number, clock: number, ...versions: readonly string[]) =>
    read(seconds, clock, readingAt(versions));
  const read = (seconds: number, clock: number, reading: CollectionVersions) => {
    Object.assign(state, { seconds, clock, reading });
    cursors.note();
  };
  return { state, cursors, reach, read };
}

describe("in the process that gave it out", () => {
  const { cursors, reach } = replica("e1");
  reach(0, 7, "100", "10");

  test("a cursor says its clock", () => {
    expect(cursors.clockOf(cursors.now(all), all)).toBe(7);
  });

  test("of several places the first counts", () => {
    expect(cursors.clockOf("e1.7.all,e1.3.all", all)).toBe(3);
    expect(cursors.clockOf("e1.7.all,x.3.all", all)).toBeUndefined();
    expect(cursors.clockOf(Array(9).fill("e1.7.all").join(), all)).toBeUndefined();
  });

  test("whoever sees other rows than before starts anew: no difference tells what was there already", () => {
    expect(cursors.clockOf(cursors.now({ rowsKey: "one" }), { rowsKey: "two" })).toBeUndefined();
  });

  test.each([
    null,
    "",
    "1",
    "e1.7",
    "other.1.all",
    "e1..all",
    "e1.-1.all",
    "e1.1e3.all",
    "e1.1.all.",
    "e1.99999999999999999999.all",
    `e1.1${"0".repeat(10_000)}.all`,
    "e1.\u00001.all",
  ])("%j means nothing", (cursor) => {
    expect(cursors.clockOf(cursor, all)).toBeUndefined();
  });
});

describe("on another replica", () => {
  test("a cursor means the rows as they were when no more had been read there", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    here.reach(0, 10, "100", "10");
    here.reach(100, 20, "150", "10");
    here.reach(200, 30, "200", "10");
    there.reach(210, 4, "170", "10");
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(20);
    there.reach(300, 9, "250", "10");
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(30);
  });

  test("a collection in which nothing happened counts as read, at whichever version another one came to know it", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    there.read(0, 3, { versions: ["100", "10"], contents: [contents(1_000), contents(2_000)] });
    here.read(50, 10, { versions: ["150", "140"], contents: [contents(1_500), contents(2_000)] });
    there.read(60, 4, { versions: ["170", "10"], contents: [contents(1_700), contents(2_000)] });
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(10);
    there.read(70, 5, { versions: ["180", "10"], contents: [contents(1_800), contents(2_001)] });
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBeUndefined();
  });

  test("and so does everything where nothing was written at all", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    there.read(0, 3, { versions: ["100", "10"], contents: [contents(1), contents(2)] });
    here.read(50, 10, { versions: ["150", "140"], contents: [contents(1), contents(2)] });
    there.state.seconds = 60;
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(10);
  });

  test("a minute is allowed for what passes by the clock, which no version counts", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    here.reach(0, 10, "100", "10");
    here.reach(100, 20, "150", "10");
    there.reach(130, 4, "170", "10");
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(10);
  });

  test.each([
    ["that had read less than this one ever knew", 50, ["90", "10"]],
    ["that had read less of one collection", 50, ["120", "9"]],
    ["of a time before this one was there", -1, ["120", "10"]],
    ["over other collections", 50, ["120", "10", "10"]],
  ])("a cursor %s says nothing", (_what, seconds, versions) => {
    const [here, there] = [replica("e1"), replica("e2")];
    here.reach(0, 10, "100", "10");
    there.reach(seconds, 4, ...versions);
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBeUndefined();
  });

  test("while rows are behind what was read, a cursor tells how far they were", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    here.reach(0, 10, "100", "10");
    here.reach(100, 20, "150", "10");
    there.reach(190, 4, "120", "10");
    there.state.reading = undefined;
    there.state.clock = 5;
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(10);
  });

  test("a garden that was restored from a backup begins anew", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    here.reach(0, 10, "100", "10");
    there.reach(90, 4, "170", "10");
    here.reach(100, 20, "50", "10");
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBeUndefined();
  });

  test("versions are compared as numbers of any size", () => {
    const [here, there] = [replica("e1"), replica("e2")];
    here.reach(0, 10, "99", "10");
    there.reach(90, 4, "100", "10");
    expect(here.cursors.clockOf(there.cursors.now(all), all)).toBe(10);
  });
});
