import { hourMs, minuteMs } from "./time-units.ts";

/** Matches the usual date format of gardens, which JavaScript parses correctly. */
const plain = /^\d{4}-\d{2}-\d{2}T(?!24)\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Matches date formats that Go also accepts: one-digit hour, fraction after a comma, offsets of up to a day. */
const odd = /^(\d{4}-\d{2}-\d{2}T)(\d{1,2})(:\d{2}:\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Returns whether the day exists in its month. JavaScript reads 30 February as 2 March, and Go refuses it. */
function isDayOfItsMonth(date: string): boolean {
  const day = date.slice(8);
  return day < "29" || new Date(`${date}T00:00:00Z`).toISOString().slice(8, 10) === day;
}

function parsePlain(text: string): number | undefined {
  const ms = Date.parse(text);
  return Number.isFinite(ms) && isDayOfItsMonth(text.slice(0, 10)) ? ms : undefined;
}

function parseOdd(text: string): number | undefined {
  const [whole, date = "", hour = "", rest = "", fraction = "0", sign = "+", hours = "0", minutes = "0"] =
    odd.exec(text) ?? [];
  const [offsetHours, offsetMinutes] = [Number(hours), Number(minutes)];
  if (whole === undefined || Number(hour) > 23 || offsetHours > 24 || offsetMinutes > 60) return undefined;
  const local = parsePlain(`${date}${hour.padStart(2, "0")}${rest}.${fraction}Z`);
  const offsetMs = offsetHours * hourMs + offsetMinutes * minuteMs;
  return local === undefined ? undefined : sign === "-" ? local + offsetMs : local - offsetMs;
}

/**
 * Parses a date from the garden or a user (RFC 3339 as in Go) to epoch milliseconds. Undefined for a missing, empty or
 * malformed text, so that callers never get NaN.
 * @source Go: time.Parse with the layout time.RFC3339
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  return plain.test(text) ? parsePlain(text) : parseOdd(text);
}

/** Formats an instant (milliseconds since 1970) as Gardener does: UTC, whole seconds, `2026-08-10T08:00:00Z`. */
export function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}Z$/, "Z");
}
