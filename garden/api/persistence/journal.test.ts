import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import type { StoreTransaction } from "./garden-database.ts";
import { createWriteJournal } from "./journal.ts";

const object = (name: string): KubeObject => ({ metadata: { name } });
const change = (key: string, value: KubeObject | undefined = object(key)) => ({
  collection: "maps",
  key,
  object: value,
});

/** A fake disk that records transactions, or refuses them. */
function disk() {
  const batches: { readonly changes: unknown[]; readonly notes: unknown[]; readonly facts: unknown[] }[] = [];
  const state = { full: false };
  return {
    batches,
    state,
    write({ changes, notes, facts }: StoreTransaction): void {
      if (state.full) throw new Error("the disk is full");
      batches.push({ changes: [...changes], notes: [...notes], facts: [...facts] });
    },
  };
}

function answers() {
  const heard: string[] = [];
  return {
    heard,
    ask: (name: string): [() => void, (error: unknown) => void] => [
      () => void heard.push(name),
      (error) => void heard.push(`${name}: ${String(error)}`),
    ],
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a turn's changes are written together, of each object the last, and only then is anybody answered", async () => {
  const database = disk();
  const journal = createWriteJournal({ database, position: () => "here" });
  const { heard, ask } = answers();
  journal.whenStored(...ask("nothing to wait for"));
  expect(heard).toEqual(["nothing to wait for"]);
  journal.record(change("x"));
  journal.record(change("y"));
  journal.whenStored(...ask("first"));
  journal.record(change("x", object("later")));
  journal.note("n", "1");
  journal.whenStored(...ask("second"));
  expect([heard.length, database.batches.length]).toEqual([1, 0]);
  await turn();
  expect(heard.slice(1)).toEqual(["first", "second"]);
  expect(database.batches).toEqual([
    {
      changes: [change("x", object("later")), change("y")],
      notes: [["n", "1"]],
      facts: [["position", "here"]],
    },
  ]);
});

test("a change that an answer causes is written in its own turn, and who waits for it waits on", async () => {
  const database = disk();
  const journal = createWriteJournal({ database, position: () => "" });
  const { heard, ask } = answers();
  journal.record(change("x"));
  journal.whenStored(
    () => {
      journal.record(change("y"));
      journal.whenStored(...ask("y"));
    },
    () => undefined,
  );
  journal.flush();
  expect([heard.length, database.batches.length]).toEqual([0, 1]);
  await turn();
  expect([heard, database.batches.length]).toEqual([["y"], 2]);
});

test("N15: what could not be written is refused, and so is everything until there is room: then all of it is kept", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const database = disk();
  const journal = createWriteJournal({ database, position: () => "" });
  const { heard, ask } = answers();
  database.state.full = true;
  journal.record(change("x"));
  journal.whenStored(...ask("first"));
  await turn();
  vi.advanceTimersByTime(2_000);
  database.state.full = false;
  journal.whenStored(...ask("a read"));
  journal.record(change("y"));
  journal.whenStored(...ask("second"));
  await turn();
  const refusal = "Error: the disk is full";
  expect(heard).toEqual([`first: ${refusal}`, `a read: ${refusal}`, `second: ${refusal}`]);
  expect(database.batches).toEqual([]);
  vi.advanceTimersByTime(2_000);
  journal.whenStored(...ask("third"));
  expect(heard.at(-1)).toBe("third");
  expect(database.batches).toMatchObject([{ changes: [change("x"), change("y")] }]);
  expect(console.error).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

test("a journal that ends on a full disk says so and tries no more; one that finds room then keeps what waited", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  for (const stays of [true, false]) {
    const database = disk();
    const journal = createWriteJournal({ database, position: () => "" });
    database.state.full = true;
    journal.record(change("x"));
    expect(() => journal.flush()).toThrow("the disk is full");
    database.state.full = stays;
    if (stays) expect(() => journal.close()).toThrow("the disk is full");
    else journal.close();
    expect(database.batches).toHaveLength(stays ? 0 : 1);
    expect(vi.getTimerCount()).toBe(0);
  }
});

test("the position is written without a change when it was touched, and not otherwise", () => {
  const database = disk();
  const journal = createWriteJournal({ database, position: () => "there" });
  journal.flush();
  expect(database.batches).toEqual([]);
  journal.touch();
  journal.flush();
  expect(database.batches).toEqual([{ changes: [], notes: [], facts: [["position", "there"]] }]);
});
