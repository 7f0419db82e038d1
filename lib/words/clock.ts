import { minuteMs } from "#lib/kube/time-units.ts";
import { currentLocale } from "#lib/language/language-bundle.ts";
import { type Message, message } from "#lib/language/text.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";

const mostFormats = 20;

/** Clocks in which instants can be shown: the user's time zone, the cluster's fixed offset, or UTC. */
export const clockNames = ["me", "cluster", "utc"] as const;
export type ClockName = (typeof clockNames)[number];

export const clockLabels: Readonly<Record<ClockName, { readonly short: Message; readonly long: Message }>> = {
  me: { short: message("My time"), long: message("my time zone") },
  cluster: { short: message("Cluster time"), long: message("each cluster's own offset") },
  utc: { short: message("UTC"), long: message("universal time") },
};

export type DisplayClock =
  | { readonly kind: "zone"; readonly timeZone: string }
  | { readonly kind: "offset"; readonly offsetMinutes: number };

export const utcClock: DisplayClock = { kind: "offset", offsetMinutes: 0 };

/** UTC offset as text: `UTC+01:00`, or `UTC` for zero. */
export function formatOffset(offsetMinutes: number): string {
  if (offsetMinutes === 0) return "UTC";
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `UTC${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

interface WallTime {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly time: string;
  readonly seconds: string;
  readonly offset: string;
}

const formatFor = memoizePerKey(mostFormats, (key) => {
  const [locale, timeZone] = key.split(" ");
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
});

const readings = new Map<string, WallTime | undefined>();
const mostReadings = 2_000;

/**
 * Calendar fields of an instant (epoch milliseconds) in a clock. Undefined outside the range of `Date`. Results are
 * cached, because formatting in a time zone is slow and lists show the same few windows in thousands of rows.
 */
export function wallClockTimeOf(atMs: number, clock: DisplayClock): WallTime | undefined {
  const locale = currentLocale();
  const key = `${locale} ${clock.kind === "offset" ? clock.offsetMinutes : clock.timeZone} ${atMs}`;
  if (readings.has(key)) return readings.get(key);
  if (readings.size >= mostReadings) readings.clear();
  const reading = readClock(atMs, clock, locale);
  readings.set(key, reading);
  return reading;
}

function readClock(atMs: number, clock: DisplayClock, locale: string): WallTime | undefined {
  const fixed = clock.kind === "offset";
  // A fixed offset is formatted as shifted UTC: JavaScript engines differ in which offset time zones they accept.
  const date = new Date(fixed ? atMs + clock.offsetMinutes * minuteMs : atMs);
  if (Number.isNaN(date.getTime())) return undefined;
  const parts = new Map<string, string>(
    formatFor(`${locale} ${fixed ? "UTC" : clock.timeZone}`)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: string) => parts.get(name) ?? "";
  // Only Firefox writes an offset of zero out.
  const zone = part("timeZoneName").replace("GMT", "UTC").replace("+00:00", "");
  return {
    weekday: part("weekday"),
    day: part("day"),
    month: part("month").replace("Sept", "Sep"),
    year: part("year"),
    time: `${part("hour")}:${part("minute")}`,
    seconds: part("second"),
    offset: fixed ? formatOffset(clock.offsetMinutes) : zone,
  };
}
