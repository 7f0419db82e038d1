import { sourceLanguage } from "#lib/language/languages.ts";
import { languageNow, localeNow } from "#lib/language/speech.ts";
import { perKey } from "#lib/memo/per-key.ts";

const mostLocales = 10;
// Made once: a month has some forty days to name.
const dayFormat = perKey(
  mostLocales,
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);
const monthFormat = perKey(
  mostLocales,
  (locale) => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }),
);
const shortMonthFormat = perKey(
  mostLocales,
  (locale) => new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }),
);

/** `Tuesday 24 November 2026` for `2026-11-24`; what is no day stays as it is. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const words = dayFormat(localeNow()).format(date);
  // In English browsers set a comma there or not, by their version.
  return languageNow() === sourceLanguage ? words.replace(",", "") : words;
}

/** `November 2026` for `2026-11`; what is no month stays as it is. */
export function monthWords(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? month : monthFormat(localeNow()).format(date);
}

/** `Nov`: the month of an instant in UTC, for axes. */
export function shortMonth(atMs: number): string {
  return shortMonthFormat(localeNow()).format(atMs);
}
