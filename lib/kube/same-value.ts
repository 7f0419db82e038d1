import { isRecord } from "./wire.ts";

/** Returns whether two JSON values are equal; the order of fields does not matter, the order of list items does. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const [of, other] = [definedKeys(a), definedKeys(b)];
  return of.length === other.length && of.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]));
}

/** Returns the keys of fields that have a value: an undefined field counts as missing. */
function definedKeys(record: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(record).filter((key) => record[key] !== undefined);
}
