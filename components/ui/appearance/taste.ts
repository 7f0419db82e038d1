import { useSyncExternalStore } from "react";
import { createStore } from "../state/store.ts";

/** Counts the writes of this tab, and hears of those of others. */
const writes = createStore(0, () => {
  window.addEventListener("storage", count);
  return () => window.removeEventListener("storage", count);
});

function count(): void {
  writes.set(writes.get() + 1);
}

/** A personal setting as stored in this browser; undefined when there is none or storage is closed to us. */
function readTaste(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage can be forbidden by the browser; the default then holds.
    return undefined;
  }
}

/** Stores a setting and shows it at once as `data-<attribute>` on the root element; "system" takes both away. */
export function writeTaste(key: string, attribute: "theme" | "density" | "keys", value: string): void {
  const isDefault = value === "system";
  try {
    if (isDefault) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The choice then lasts until the page is left.
  }
  if (isDefault) delete document.documentElement.dataset[attribute];
  else document.documentElement.dataset[attribute] = value;
  count();
}

/** The setting as it is now, in whichever tab it was made; undefined on the server. */
export function useTaste(key: string): string | undefined {
  return useSyncExternalStore(
    writes.subscribe,
    () => readTaste(key),
    () => undefined,
  );
}
