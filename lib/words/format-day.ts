import { currentLanguage, currentLocale } from "#lib/language/language-bundle.ts";
import { sourceLanguage } from "#lib/language/languages.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";

const mostLocales = 10;
// Cached per locale, because a month view formats about forty days.
const dayFormat = memoizePerKey(
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
const monthFormat = memoizePerKey(
  mostLocales,
  (locale) => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }),
);
const shortMonthFormat = memoizePerKey(
  mostLocales,
  (locale) => new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }),
);

/** Date in full, `Tuesday 24 November 2026` for `2026-11-24`. Text that is not a date is returned unchanged. */
export function formatFullDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const words = dayFormat(currentLocale()).format(date);
  // In English, some browser versions insert a comma and others do not.
  return currentLanguage() === sourceLanguage ? words.replace(",", "") : words;
}

/** Month in full, `November 2026` for `2026-11`. Text that is not a month is returned unchanged. */
export function formatFullMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? month : monthFormat(currentLocale()).format(date);
}

/** Abbreviated month of an instant in UTC, for axes: `Nov`. */
export function formatShortMonth(atMs: number): string {
  return shortMonthFormat(currentLocale()).format(atMs);
}
