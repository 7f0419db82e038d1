import { useSyncExternalStore } from "react";
import { createStateStore } from "../state/store.ts";

/** Local storage key of a setting. Not in the URL, because a shared link must not change a colleague's screen. */
const storageKey = (name: string) => `almanac.${name}`;

/** Settings that style sheets use as `data-<name>` attributes of the root element, with their defaults. */
const painted: Readonly<Record<string, string>> = { theme: "system", density: "", keys: "on" };

/** Number of writes to settings, which changes whenever this or another tab writes one. */
const writes = createStateStore(0, () => {
  window.addEventListener("storage", hearOthers);
  return () => window.removeEventListener("storage", hearOthers);
});
/** Values that the browser refused to store; they apply until the document is unloaded. */
const unstored = new Map<string, string | undefined>();

function hearOthers(): void {
  for (const name of Object.keys(painted)) paint(name, readBrowserSetting(name));
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

/** Returns a setting that is stored in this browser; undefined if there is none. */
export function readBrowserSetting(name: string): string | undefined {
  if (unstored.has(name)) return unstored.get(name);
  try {
    return localStorage.getItem(storageKey(name)) ?? undefined;
  } catch {
    // The browser may forbid access to local storage: then the default applies.
    return undefined;
  }
}

/** Stores a setting in this browser and applies it in all tabs; undefined removes the setting. */
export function writeBrowserSetting(name: string, value: string | undefined): void {
  if (readBrowserSetting(name) === value) return;
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

/** Returns the current value of a setting, and follows changes in any tab; undefined on the server. */
export function useBrowserSetting(name: string): string | undefined {
  return useSyncExternalStore(
    writes.subscribe,
    () => readBrowserSetting(name),
    () => undefined,
  );
}
