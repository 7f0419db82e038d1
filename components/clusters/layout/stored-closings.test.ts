import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAllGroups, closings } from "./closed-groups.ts";
import { keepClosings } from "./stored-closings.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal("window", { sessionStorage, location: { pathname: "/clusters" } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  kept.clear();
  closings.set(new Map());
});

/** As a tab that is loaded again: what it keeps is all that is left. */
function loadAgain(): void {
  closings.set(new Map());
}

const closed = () => [...closings.get()].filter(([, { all }]) => all).map(([by]) => by);

test("what was closed is closed again when the tab is loaded again and the groups have come", () => {
  const stop = keepClosings();
  closeAllGroups("project", true);
  stop();
  loadAgain();
  expect(closed()).toEqual([]);
  keepClosings()();
  expect(closed()).toEqual(["project"]);
});

test("what is closed or opened before the groups have come stays so, and is kept", () => {
  const stop = keepClosings();
  closeAllGroups("project", true);
  closeAllGroups("seed", true);
  stop();
  loadAgain();
  closeAllGroups("project", false);
  closeAllGroups("purpose", true);
  keepClosings()();
  expect(closed()).toEqual(["seed", "purpose"]);
  loadAgain();
  keepClosings()();
  expect(closed()).toEqual(["seed", "purpose"]);
});
