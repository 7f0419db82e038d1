import { jsonShape } from "./json-shape.ts";

/** Size limits for JSON in an object that Almanac reads as its own but others may have written. */
export interface StoredLimits {
  readonly characters: number;
  /** Number of fields and items together. */
  readonly values: number;
}

/** Default limits, above the size of twenty rules or fifty views. */
const usual: StoredLimits = { characters: 262_144, values: 10_000 };
/** Maximum depth: what Almanac writes, with a reserve for newer builds. */
const deepest = 32;

/**
 * Parses a stored text. Undefined for invalid JSON, and for texts larger or deeper than anything Almanac stores: those
 * are not parsed, because every user who can change ConfigMaps in a project can store anything there.
 */
export function parseStored(text: string, { characters, values }: StoredLimits = usual): unknown {
  if (text.length > characters) return undefined;
  const shape = jsonShape(text);
  if (shape.depth > deepest || shape.values > values) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
