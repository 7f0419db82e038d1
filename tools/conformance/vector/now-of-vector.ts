import { parseOrderedInstant } from "#lib/policy/versions/instant.ts";
import type { ConformanceVector } from "./vector.ts";

/** Current time of a vector in epoch milliseconds, from its input or the vector itself; 0 if it has none. */
export function nowOfVector(input: { readonly now?: string | null }, vector: ConformanceVector): number {
  return parseOrderedInstant(input.now ?? vector.now) ?? 0;
}
