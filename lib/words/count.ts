import { currentLocale } from "#lib/language/language-bundle.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";

const numbers = memoizePerKey(10, (locale) => new Intl.NumberFormat(locale));

/** Number with the separators of the locale: `12,000`. */
export function formatNumber(value: number): string {
  return numbers(currentLocale()).format(value);
}
