import type * as z from "zod/mini";
import { keyHere } from "../address/garden-here.ts";

/** Session storage outlives a reload and the end of a session; local storage is shared by all tabs. */
type Place = "sessionStorage" | "localStorage";

/** Reads a stored value; undefined when there is none or it does not match the schema. */
export function readKept<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  place: Place = "sessionStorage",
): z.infer<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(window[place].getItem(keyHere(key)) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Without storage, values live as long as the document.
    return undefined;
  }
}

/** Stores a value; undefined removes it. */
export function keepInTab(key: string, value: unknown, place: Place = "sessionStorage"): void {
  try {
    if (value === undefined) window[place].removeItem(keyHere(key));
    else window[place].setItem(keyHere(key), JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value stays in memory only.
  }
}

/** {@link keepInTab} for all tabs of this browser. */
export function keepInBrowser(key: string, value: unknown): void {
  keepInTab(key, value, "localStorage");
}
