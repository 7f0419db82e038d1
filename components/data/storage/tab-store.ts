import type * as z from "zod/mini";
import { storageKeyInGarden } from "../address/garden-here.ts";

/** Kind of browser storage: session storage survives a reload of its tab; local storage is shared by all tabs. */
type Place = "sessionStorage" | "localStorage";

/** Reads a value from browser storage; undefined if there is none or it does not match the schema. */
export function readStoredValue<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  place: Place = "sessionStorage",
): z.infer<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(window[place].getItem(storageKeyInGarden(key)) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Browser storage is not accessible: values live in memory only, until the document is unloaded.
    return undefined;
  }
}

/** Stores a value in browser storage, by default for this tab only; undefined removes the value. */
export function storeInTab(key: string, value: unknown, place: Place = "sessionStorage"): void {
  try {
    if (value === undefined) window[place].removeItem(storageKeyInGarden(key));
    else window[place].setItem(storageKeyInGarden(key), JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value stays in memory only.
  }
}

/** Stores a value in local storage, which all tabs of this browser share; undefined removes the value. */
export function storeInBrowser(key: string, value: unknown): void {
  storeInTab(key, value, "localStorage");
}
