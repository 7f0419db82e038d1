import { dayMs, hourMs, minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { type DisplayClock, wallClockTimeOf } from "./clock.ts";

const notADate = () => text("unknown time");

/** Date and time in full: `Tue 24 Nov 2026, 22:00 UTC+01:00`. */
export function formatDateTime(atMs: number, clock: DisplayClock): string {
  const at = wallClockTimeOf(atMs, clock);
  return at ? text("{weekday} {day} {month} {year}, {time} {offset}", { ...at }) : notADate();
}

/** Date: `24 Nov 2026`. */
export function formatDate(atMs: number, clock: DisplayClock): string {
  const at = wallClockTimeOf(atMs, clock);
  return at ? text("{day} {month} {year}", { ...at }) : notADate();
}

/** Time of day: `14:02`. */
export function formatClockTime(atMs: number, clock: DisplayClock): string {
  return wallClockTimeOf(atMs, clock)?.time ?? notADate();
}

interface Span {
  readonly beginMs: number;
  readonly endMs: number;
}

/** Formats a time span: `Tue 24 Nov 2026, 22:00-22:45 UTC+01:00`, with both dates if it crosses midnight. */
export function formatSpan({ beginMs, endMs }: Span, clock: DisplayClock): string {
  const [begin, end] = [wallClockTimeOf(beginMs, clock), wallClockTimeOf(endMs, clock)];
  if (!begin || !end) return notADate();
  const from = text("{weekday} {day} {month} {year}, {time}", { ...begin });
  const sameDay = begin.day === end.day && begin.month === end.month && begin.year === end.year;
  return sameDay
    ? `${from}–${end.time} ${end.offset}`
    : `${from} – ${text("{weekday} {day} {month}, {time} {offset}", { ...end })}`;
}

/** Time span in short, `Tue 22:00–23:00`, for a cell whose tooltip has the full form. */
export function formatShortSpan({ beginMs, endMs }: Span, clock: DisplayClock): string {
  const [begin, end] = [wallClockTimeOf(beginMs, clock), wallClockTimeOf(endMs, clock)];
  return begin && end ? `${begin.weekday} ${begin.time}–${end.time}` : notADate();
}

const yearMs = 365 * dayMs;

/** Formats a duration in its largest sufficiently precise unit: `42 s`, `4 min`, `3 h`, `12 d`, `2 y`. */
export function formatDuration(ms: number): string {
  const length = Math.max(0, ms);
  if (!Number.isFinite(length)) return notADate();
  if (length < minuteMs) return text("{count, number} s", { count: Math.floor(length / secondMs) });
  if (length < hourMs) return text("{count, number} min", { count: Math.floor(length / minuteMs) });
  if (length < 2 * dayMs) return text("{count, number} h", { count: Math.floor(length / hourMs) });
  if (length < 2 * yearMs) return text("{count, number} d", { count: Math.floor(length / dayMs) });
  return text("{count, number} y", { count: Math.floor(length / yearMs) });
}

/** Formats a relative time: `4 min ago`, `in 9 h`, `just now` (up to a minute ahead, as clocks may differ). */
export function formatRelative(atMs: number, nowMs: number): string {
  const ago = nowMs - atMs;
  if (!Number.isFinite(ago)) return notADate();
  if (Math.abs(ago) < 10 * secondMs || (ago < 0 && ago > -minuteMs)) return text("just now");
  const duration = formatDuration(Math.abs(ago));
  return ago > 0 ? text("{duration} ago", { duration }) : text("in {duration}", { duration });
}
