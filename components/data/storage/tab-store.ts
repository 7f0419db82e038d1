import type * as z from "zod/mini";
import { keyHere } from "../address/garden-here.ts";

/** What this tab keeps over a reload and the end of a session; undefined when there is nothing, or nothing of this form. */
export function readKept<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.infer<Schema> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(window.sessionStorage.getItem(keyHere(key)) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // No storage: then what is kept lives as long as its page.
    return undefined;
  }
}

/** Undefined ends the keeping. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(keyHere(key));
    else window.sessionStorage.setItem(keyHere(key), JSON.stringify(value));
  } catch {
    // Full or forbidden: it stays on the page.
  }
}
