import { useSyncExternalStore } from "react";
import { createStore } from "../state/store.ts";

/** Where this browser keeps a setting. It is not in the address: a shared link must not change a colleague's screen. */
const storageKey = (name: string) => `almanac.${name}`;

/** Settings that the style sheets know, as `data-<name>` on the root element; these values are theirs without it. */
const painted: Readonly<Record<string, string>> = { theme: "system", density: "", keys: "on" };

/** Counts the writes of this tab, and hears of those of others. */
const writes = createStore(0, () => {
  window.addEventListener("storage", hearOthers);
  return () => window.removeEventListener("storage", hearOthers);
});
/** What the browser did not let us store lasts until the page is left. */
const unstored = new Map<string, string | undefined>();

function hearOthers(): void {
  for (const name of Object.keys(painted)) paint(name, readTaste(name));
  count();
}

function count(): void {
  writes.set(writes.get() + 1);
}

function paint(name: string, value: string | undefined): void {
  if (!(name in painted)) return;
  const { dataset } = document.documentElement;
  if (value === undefined || value === painted[name]) delete dataset[name];
  else dataset[name] = value;
}

/** A setting as this browser has it; undefined when there is none. */
export function readTaste(name: string): string | undefined {
  if (unstored.has(name)) return unstored.get(name);
  try {
    return localStorage.getItem(storageKey(name)) ?? undefined;
  } catch {
    // Storage can be forbidden by the browser; the default then holds.
    return undefined;
  }
}

/** Stores a setting in this browser and shows it at once, here and in its other tabs; undefined takes it away. */
export function writeTaste(name: string, value: string | undefined): void {
  if (readTaste(name) === value) return;
  try {
    if (value === undefined) localStorage.removeItem(storageKey(name));
    else localStorage.setItem(storageKey(name), value);
    unstored.delete(name);
  } catch {
    unstored.set(name, value);
  }
  paint(name, value);
  count();
}

/** The setting as it is now, in whichever tab it was made; undefined on the server. */
export function useTaste(name: string): string | undefined {
  return useSyncExternalStore(
    writes.subscribe,
    () => readTaste(name),
    () => undefined,
  );
}
