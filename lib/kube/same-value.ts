import { isRecord } from "./wire.ts";

/** Returns whether two JSON values are equal; the order of fields does not matter, that of lists does. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const [of, other] = [definedKeys(a), definedKeys(b)];
  return of.length === other.length && of.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** Keys with a value: an undefined field counts as missing. */
function definedKeys(record: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(record).filter((key) => record[key] !== undefined);
}
