import { localeNow } from "#lib/language/speech.ts";
import { perKey } from "#lib/memo/per-key.ts";

const numbers = perKey(10, (locale) => new Intl.NumberFormat(locale));

/** `12,000`. */
export function formatNumber(value: number): string {
  return numbers(localeNow()).format(value);
}

/** `cluster` or `clusters`: the form that goes with this count. Pass `many` where an "s" is not enough. */
export function nounFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** `1 cluster`, `12,000 clusters`. */
export function countOf(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${nounFor(count, one, many)}`;
}
