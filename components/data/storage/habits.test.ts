import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBrowserWindow } from "./browser-storage.fixture.ts";
import { loadPinsAndRecentVisits, pinsAndRecentVisitsStore, recordVisit, togglePinned } from "./habits.ts";

let { kept, page } = createBrowserWindow();

beforeEach(() => {
  ({ kept, page } = createBrowserWindow());
  vi.stubGlobal("window", page);
  pinsAndRecentVisitsStore.set(pinsAndRecentVisitsStore.initial);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const toggle = (uid: string) => togglePinned({ uid, project: "pay", name: uid });
const { get } = pinsAndRecentVisitsStore;

test("what one pins is kept for oneself, and pinning again takes it away", () => {
  // A change that can be undone is stored only after a delay.
  vi.useFakeTimers();
  loadPinsAndRecentVisits("anna");
  toggle("a");
  toggle("b");
  toggle("a");
  expect(get().habits.pinned).toEqual(["b"]);
  loadPinsAndRecentVisits("ben");
  expect(get().habits.pinned).toEqual([]);
  loadPinsAndRecentVisits("anna");
  expect(get().habits.pinned).toEqual(["b"]);
});

test("the latest visits come first, each once, and old ones go", () => {
  loadPinsAndRecentVisits("anna");
  for (const uid of ["a", "b", "c", "a", "a"]) recordVisit("recent", uid);
  expect(get().habits.recent).toEqual(["a", "c", "b"]);
  for (let at = 0; at < 20; at += 1) recordVisit("recent", `uid-${at}`);
  expect(get().habits.recent).toHaveLength(8);
  expect(get().habits.recent[0]).toBe("uid-19");
});

test("what another tab keeps is shown here as long as a component subscribes", () => {
  loadPinsAndRecentVisits("anna");
  toggle("a");
  const stop = pinsAndRecentVisitsStore.subscribe(() => undefined);
  for (const key of kept.keys()) kept.set(key, JSON.stringify({ pinned: ["z"], recent: [], pages: [] }));
  page.dispatchEvent(new Event("storage"));
  expect(get().habits.pinned).toEqual(["z"]);
  stop();
});

test("before it is known who looks, nothing is written for anybody", () => {
  toggle("a");
  expect(kept.size).toBe(0);
});
