import { jsonShape } from "./json-shape.ts";

/** How much JSON somebody may have put into an object that is read as Almanac's own. */
export interface StoredLimits {
  readonly characters: number;
  /** Fields and items together. */
  readonly values: number;
}

/** More than twenty rules or fifty views take. */
const usual: StoredLimits = { characters: 262_144, values: 10_000 };
/** Almanac writes no deeper than this, with a reserve for newer builds. */
const deepest = 32;

/**
 * What a kept text says. Undefined for what is no JSON, and for what is larger or deeper than anything that Almanac keeps: it
 * is not parsed, because whoever can change ConfigMaps in a project can put anything there.
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
