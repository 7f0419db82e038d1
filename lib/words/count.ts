import { localeNow } from "#lib/language/language-bundle.ts";
import { perKey } from "#lib/memo/per-key.ts";

const numbers = perKey(10, (locale) => new Intl.NumberFormat(locale));

/** Number with the separators of the locale: `12,000`. */
export function formatNumber(value: number): string {
  return numbers(localeNow()).format(value);
}
