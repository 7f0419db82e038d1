import { locale } from "./count.ts";

// Made once: a month has some forty days to name.
const dayFormat = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const monthFormat = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const shortMonthFormat = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });

/** `Tuesday 24 November 2026` for `2026-11-24`; what is no day stays as it is. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dayFormat.format(date).replace(",", "");
}

/** `November 2026` for `2026-11`; what is no month stays as it is. */
export function monthWords(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? month : monthFormat.format(date);
}

/** `Nov`: the month of an instant in UTC, for axes. */
export function shortMonth(atMs: number): string {
  return shortMonthFormat.format(atMs);
}
