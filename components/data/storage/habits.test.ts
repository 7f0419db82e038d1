import { expect, test } from "vitest";
import { HabitBook, type HabitKeeper, type Habits } from "./habits.ts";

function keeperOf(kept = new Map<string, Habits>()) {
  const listeners = new Set<() => void>();
  const keeper: HabitKeeper = {
    read: (person) => kept.get(person),
    keep: (person, habits) => kept.set(person, habits),
    follow: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  return { kept, keeper, changedElsewhere: () => listeners.forEach((tell) => void tell()) };
}

test("what one pins is kept for oneself, and pinning again takes it away", () => {
  const { kept, keeper } = keeperOf();
  const book = new HabitBook(keeper);
  book.belongTo("anna");
  book.togglePin("a");
  book.togglePin("b");
  book.togglePin("a");
  expect(kept.get("anna")?.pinned).toEqual(["b"]);
  book.belongTo("ben");
  expect(book.store.get().habits.pinned).toEqual([]);
  book.belongTo("anna");
  expect(book.store.get().habits.pinned).toEqual(["b"]);
});

test("the latest visits come first, each once, and old ones go", () => {
  const book = new HabitBook(keeperOf().keeper);
  book.belongTo("anna");
  for (const uid of ["a", "b", "c", "a", "a"]) book.visit("recent", uid);
  expect(book.store.get().habits.recent).toEqual(["a", "c", "b"]);
  for (let at = 0; at < 20; at += 1) book.visit("recent", `uid-${at}`);
  expect(book.store.get().habits.recent).toHaveLength(8);
  expect(book.store.get().habits.recent[0]).toBe("uid-19");
});

test("what another tab keeps is heard while somebody listens", () => {
  const { kept, keeper, changedElsewhere } = keeperOf();
  const book = new HabitBook(keeper);
  book.belongTo("anna");
  const stop = book.store.subscribe(() => undefined);
  kept.set("anna", { pinned: ["z"], recent: [], pages: [] });
  changedElsewhere();
  expect(book.store.get().habits.pinned).toEqual(["z"]);
  stop();
});

test("before it is known who looks, nothing is written for anybody", () => {
  const { kept, keeper } = keeperOf();
  new HabitBook(keeper).togglePin("a");
  expect(kept.size).toBe(0);
});
