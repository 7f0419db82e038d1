import { measureJsonText } from "./measure-json-text.ts";

/** Size limits for JSON that Almanac stores in a ConfigMap or Secret, where others may have written it. */
export interface StoredLimits {
  readonly characters: number;
  /** Maximum number of fields and list items together. */
  readonly values: number;
}

/** Default size limits, above the size of twenty watch rules or fifty saved views. */
export const usualStoredLimits: StoredLimits = { characters: 262_144, values: 10_000 };
/** Maximum depth: what Almanac writes, with a reserve for newer builds. */
const deepest = 32;

/**
 * Parses a stored JSON text. Undefined for invalid JSON, and for texts larger or deeper than anything Almanac stores:
 * those are not parsed, because every user who can change ConfigMaps in a project can store anything there.
 */
export function parseStoredJson(text: string, { characters, values }: StoredLimits = usualStoredLimits): unknown {
  if (text.length > characters) return undefined;
  const shape = measureJsonText(text);
  if (shape.depth > deepest || shape.values > values) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
