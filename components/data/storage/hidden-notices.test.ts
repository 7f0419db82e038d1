import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBrowserWindow } from "./browser-storage.fixture.ts";
import { hiddenNoticesStore, hideNotice, loadHiddenNotices } from "./hidden-notices.ts";

let { kept, page } = createBrowserWindow();

beforeEach(() => {
  ({ kept, page } = createBrowserWindow());
  vi.stubGlobal("window", page);
  hiddenNoticesStore.set(hiddenNoticesStore.initial);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Writes as another tab of the browser does. */
function hideInOtherTab(...keys: readonly string[]): void {
  for (const name of kept.keys()) kept.set(name, JSON.stringify(keys));
}
const { get } = hiddenNoticesStore;

test("what one hides is hidden for oneself, and not for the next who signs in", () => {
  loadHiddenNotices("anna");
  hideNotice("alert sunday");
  loadHiddenNotices("ben");
  expect(get().keys).toEqual([]);
  loadHiddenNotices("anna");
  expect(get().keys).toEqual(["alert sunday"]);
});

test("hiding keeps what another tab has hidden since", () => {
  loadHiddenNotices("anna");
  hideNotice("a");
  hideInOtherTab("a", "b");
  hideNotice("c");
  expect(get().keys).toEqual(["a", "b", "c"]);
  expect([...kept.values()]).toEqual([JSON.stringify(["a", "b", "c"])]);
});

test("what another tab hides is hidden here as long as a component subscribes", () => {
  loadHiddenNotices("anna");
  hideNotice("a");
  const stop = hiddenNoticesStore.subscribe(() => undefined);
  hideInOtherTab("a", "b");
  page.dispatchEvent(new Event("storage"));
  expect(get().keys).toEqual(["a", "b"]);
  stop();
});

test("before it is known who looks, nothing is written for anybody, and the oldest of many go", () => {
  hideNotice("a");
  expect(kept.size).toBe(0);
  loadHiddenNotices("anna");
  for (let index = 0; index < 250; index += 1) hideNotice(`notice ${index}`);
  expect([get().keys.length, get().keys[0]]).toEqual([200, "notice 50"]);
});
