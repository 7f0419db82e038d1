import { parseOrderedInstant } from "#lib/policy/versions/instant.ts";
import type { Vector } from "./vector.ts";

/** The instant of a vector, wherever it stands, in epoch milliseconds; 0 when it has none. */
export function nowOfVector(input: { readonly now?: string | null }, vector: Vector): number {
  return parseOrderedInstant(input.now ?? vector.now) ?? 0;
}
