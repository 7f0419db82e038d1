import { useSyncExternalStore } from "react";
import { createStateStore } from "../state/store.ts";

/** Local storage key of a setting. Not in the address: a shared link must not change a colleague's screen. */
const storageKey = (name: string) => `almanac.${name}`;

/** Settings used by style sheets, as `data-<name>` on the root element, with their defaults. */
const painted: Readonly<Record<string, string>> = { theme: "system", density: "", keys: "on" };

/** Number of writes in this tab; also changes when another tab writes. */
const writes = createStateStore(0, () => {
  window.addEventListener("storage", hearOthers);
  return () => window.removeEventListener("storage", hearOthers);
});
/** Values the browser refused to store; they last until the page is left. */
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

/** Returns a setting as this browser has it; undefined when there is none. */
export function readTaste(name: string): string | undefined {
  if (unstored.has(name)) return unstored.get(name);
  try {
    return localStorage.getItem(storageKey(name)) ?? undefined;
  } catch {
    // The browser may forbid storage; the default applies then.
    return undefined;
  }
}

/** Stores a setting in this browser and applies it at once in all tabs; undefined removes it. */
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

/** Returns the current setting, whichever tab wrote it; undefined on the server. */
export function useTaste(name: string): string | undefined {
  return useSyncExternalStore(
    writes.subscribe,
    () => readTaste(name),
    () => undefined,
  );
}
