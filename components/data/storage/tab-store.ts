import type * as z from "zod/mini";
import { keyHere } from "../address/garden-here.ts";

/** A tab's storage outlives a reload and the end of a session; a browser's is that of all its tabs. */
type Place = "sessionStorage" | "localStorage";

/** What is kept; undefined when there is nothing, or nothing of this form. */
export function readKept<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  place: Place = "sessionStorage",
): z.infer<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(window[place].getItem(keyHere(key)) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // No storage: then what is kept lives as long as its page.
    return undefined;
  }
}

/** Undefined ends the keeping. */
export function keepInTab(key: string, value: unknown, place: Place = "sessionStorage"): void {
  try {
    if (value === undefined) window[place].removeItem(keyHere(key));
    else window[place].setItem(keyHere(key), JSON.stringify(value));
  } catch {
    // Full or forbidden: it stays on the page.
  }
}

/** As {@link keepInTab}, for all tabs of this browser. */
export function keepInBrowser(key: string, value: unknown): void {
  keepInTab(key, value, "localStorage");
}
