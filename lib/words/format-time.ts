import { dayMs, hourMs, minuteMs, secondMs } from "../kube/time-units.ts";
import { type Clock, wallTime } from "./clock.ts";
import { formatNumber } from "./count.ts";

const notADate = "unknown time";

/** `Tue 24 Nov 2026, 22:00 UTC+01:00`. */
export function formatDateTime(atMs: number, clock: Clock): string {
  const at = wallTime(atMs, clock);
  return at ? `${at.weekday} ${at.day} ${at.month} ${at.year}, ${at.time} ${at.offset}` : notADate;
}

/** `24 Nov 2026`. */
export function formatDate(atMs: number, clock: Clock): string {
  const at = wallTime(atMs, clock);
  return at ? `${at.day} ${at.month} ${at.year}` : notADate;
}

/** `14:02`. */
export function formatClockTime(atMs: number, clock: Clock): string {
  return wallTime(atMs, clock)?.time ?? notADate;
}

interface Span {
  readonly beginMs: number;
  readonly endMs: number;
}

/** `Tue 24 Nov 2026, 22:00-22:45 UTC+01:00`; both dates when the span crosses midnight. */
export function formatSpan({ beginMs, endMs }: Span, clock: Clock): string {
  const [begin, end] = [wallTime(beginMs, clock), wallTime(endMs, clock)];
  if (!begin || !end) return notADate;
  const from = `${begin.weekday} ${begin.day} ${begin.month} ${begin.year}, ${begin.time}`;
  const sameDay = begin.day === end.day && begin.month === end.month && begin.year === end.year;
  return sameDay
    ? `${from}–${end.time} ${end.offset}`
    : `${from} – ${end.weekday} ${end.day} ${end.month}, ${end.time} ${end.offset}`;
}

/** `Tue 22:00–23:00`: for a cell whose tooltip carries the full form. */
export function formatShortSpan({ beginMs, endMs }: Span, clock: Clock): string {
  const [begin, end] = [wallTime(beginMs, clock), wallTime(endMs, clock)];
  return begin && end ? `${begin.weekday} ${begin.time}–${end.time}` : notADate;
}

const yearMs = 365 * dayMs;

const measured = (count: number, unit: string) => `${formatNumber(count)} ${unit}`;

/** A length of time in its largest unit that says enough: `42 s`, `4 min`, `3 h`, `12 d`, `2 y`. */
export function formatDuration(ms: number): string {
  const length = Math.max(0, ms);
  if (!Number.isFinite(length)) return notADate;
  if (length < minuteMs) return measured(Math.floor(length / secondMs), "s");
  if (length < hourMs) return measured(Math.floor(length / minuteMs), "min");
  if (length < 2 * dayMs) return measured(Math.floor(length / hourMs), "h");
  if (length < 2 * yearMs) return measured(Math.floor(length / dayMs), "d");
  return measured(Math.floor(length / yearMs), "y");
}

/** `4 min ago`, `in 9 h`, `just now`. A minute of clock difference between garden and browser is no future. */
export function formatRelative(atMs: number, nowMs: number): string {
  const ago = nowMs - atMs;
  if (!Number.isFinite(ago)) return notADate;
  if (Math.abs(ago) < 10 * secondMs || (ago < 0 && ago > -minuteMs)) return "just now";
  return ago > 0 ? `${formatDuration(ago)} ago` : `in ${formatDuration(-ago)}`;
}
