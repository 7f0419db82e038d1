import { fail, ok, type Result } from "#lib/result.ts";

export const secondsPerDay = 86_400;

/** Error for an unparsable time of day `HHMMSS±HHMM`; `text` is the input, or `missing`. */
export interface InvalidTime {
  readonly code: "INVALID_TIME";
  readonly text: string;
}

// The last two bounds are those of Go's time.Parse, which accepts 24 hours and 60 minutes in an offset.
const pattern = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)([+-])([01]\d|2[0-4])([0-5]\d|60)$/;

/** The remainder of a division, never negative, unlike JavaScript's `%`. */
export function nonNegativeRemainder(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}

/**
 * Parses a time of a maintenance window: six digits of the time of day, then a fixed offset from UTC. There are no time
 * zones and no daylight saving.
 *
 * @returns seconds since midnight UTC, 0 to 86,399. Error `INVALID_TIME`.
 * @source Gardener: pkg/apis/utils/timewindow, ParseMaintenanceTime
 */
export function parseTimeOfDay(text: unknown): Result<number, InvalidTime> {
  if (typeof text !== "string") return fail({ code: "INVALID_TIME", text: "missing" });
  const match = pattern.exec(text);
  if (match === null) return fail({ code: "INVALID_TIME", text });
  const [, hours, minutes, seconds, sign, offsetHours, offsetMinutes] = match;
  const local = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const offset = Number(offsetHours) * 3600 + Number(offsetMinutes) * 60;
  return ok(nonNegativeRemainder(sign === "-" ? local + offset : local - offset, secondsPerDay));
}

/** Formats seconds since midnight as `HH:MM:SS`. */
export function formatTimeOfDay(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
