import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closedGroupsStore, setAllGroupsClosed } from "./closed-groups.ts";
import { restoreClosedGroups } from "./stored-closed-groups.ts";

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
  closedGroupsStore.set(new Map());
});

/** Simulates a reloaded tab, of which only the stored data is left. */
function loadAgain(): void {
  closedGroupsStore.set(new Map());
}

const closed = () => [...closedGroupsStore.get()].filter(([, { all }]) => all).map(([by]) => by);

test("what was closed is closed again when the tab is loaded again and the groups have come", () => {
  const stop = restoreClosedGroups();
  setAllGroupsClosed("project", true);
  stop();
  loadAgain();
  expect(closed()).toEqual([]);
  restoreClosedGroups()();
  expect(closed()).toEqual(["project"]);
});

test("what is closed or opened before the groups have come stays so, and is kept", () => {
  const stop = restoreClosedGroups();
  setAllGroupsClosed("project", true);
  setAllGroupsClosed("seed", true);
  stop();
  loadAgain();
  setAllGroupsClosed("project", false);
  setAllGroupsClosed("purpose", true);
  restoreClosedGroups()();
  expect(closed()).toEqual(["seed", "purpose"]);
  loadAgain();
  restoreClosedGroups()();
  expect(closed()).toEqual(["seed", "purpose"]);
});
