import * as z from "zod/mini";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import {
  type InvalidTimeWindow,
  maximumWindowSeconds,
  minimumWindowSeconds,
  type TimeWindow,
  validateTimeWindow,
  windowDurationSeconds,
} from "#lib/policy/maintenance/time-window.ts";
import type { Result } from "#lib/result.ts";

/** Maintenance window as edited: two times of day at a fixed offset from UTC. */
export const windowFormSchema = z.object({
  /** Begin of the window: `HH:MM`, or `HH:MM:SS` if it was written with seconds. */
  begin: z.string(),
  end: z.string(),
  /** UTC offset of the window: `+01:00`. */
  offset: z.string(),
});
export type WindowForm = Readonly<z.infer<typeof windowFormSchema>>;

export interface WindowText {
  readonly begin: string;
  readonly end: string;
}

type Written = NonNullable<Shoot["spec"]["maintenance"]>["timeWindow"];

const written = /^(\d{2})(\d{2})(\d{2})([+-])(\d{2})(\d{2})$/;
const defaultForm: WindowForm = { begin: "22:00", end: "23:00", offset: "+00:00" };
const dayMinutes = 24 * 60;

interface ReadTime {
  readonly minutes: number;
  readonly seconds: string;
  readonly offsetMinutes: number;
}

function readTime(text: string): ReadTime | undefined {
  const [, hours, minutes, seconds = "00", sign, offsetHours, offsetMinutes] = written.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes);
  return {
    minutes: Number(hours) * 60 + Number(minutes),
    seconds,
    offsetMinutes: sign === "-" ? -offset : offset,
  };
}

const two = (value: number) => String(value).padStart(2, "0");

function clockText({ minutes, seconds, offsetMinutes }: ReadTime, offset: number): string {
  const moved = (((minutes - offsetMinutes + offset) % dayMinutes) + dayMinutes) % dayMinutes;
  return `${two(Math.floor(moved / 60))}:${two(moved % 60)}${seconds === "00" ? "" : `:${seconds}`}`;
}

/** Formats a UTC offset in minutes as `+01:00`. */
export function formatWindowOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Parses a UTC offset such as `+01:00` to minutes; undefined for anything else. */
export function parseWindowOffset(text: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -size : size;
}

/**
 * Returns the form of a Shoot's maintenance window. If the end has another UTC offset than the begin, it is converted
 * to that of the begin, which is the same instant. For an unparsable window the form contains a suggestion.
 */
export function windowFormOf(window: Written): WindowForm {
  const begin = window && readTime(window.begin);
  const end = window && readTime(window.end);
  if (!begin || !end) return defaultForm;
  const offset = begin.offsetMinutes;
  return { begin: clockText(begin, offset), end: clockText(end, offset), offset: formatWindowOffset(offset) };
}

function fieldText(clock: string, offset: string): string {
  const digits = clock.replaceAll(":", "");
  return `${digits.length === 4 ? `${digits}00` : digits}${offset.replace(":", "")}`;
}

/** Formats the window as Gardener writes it, `220000+0100`, valid or not. */
export function formatWindowForm({ begin, end, offset }: WindowForm): WindowText {
  return { begin: fieldText(begin, offset), end: fieldText(end, offset) };
}

/** Validates a maintenance window like the API server. */
export function validateWindowForm(form: WindowForm): Result<TimeWindow, InvalidTimeWindow> {
  return validateTimeWindow(formatWindowForm(form));
}

/** Formats the length of a maintenance window: `30 min`, `1 h`, `1 h 30 min`. */
export function formatWindowLength(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts = [
    hours > 0 ? text("{count, number} h", { count: hours }) : "",
    minutes > 0 || hours === 0 ? text("{count, number} min", { count: minutes }) : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

export function sameWindow(a: WindowForm, b: WindowForm): boolean {
  return a.begin === b.begin && a.end === b.end && a.offset === b.offset;
}

/** UTC offsets of inhabited places that are not whole hours. */
const oddOffsets = [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765];

/** Returns the selectable UTC offsets in order, including the current one, even if it is unusual. */
export function windowOffsetChoices(written: string): readonly string[] {
  const hours = Array.from({ length: 27 }, (_, index) => (index - 12) * 60);
  const minutes = new Set([...hours, ...oddOffsets, parseWindowOffset(written) ?? 0]);
  return [...minutes].sort((a, b) => a - b).map(formatWindowOffset);
}

/** Describes the error in a maintenance window. */
export function describeWindowError(fault: InvalidTimeWindow): string {
  switch (fault.code) {
    case "INVALID_TIME":
      return text("Both times and the offset are needed, such as 22:00, 23:00 and +01:00.");
    case "WINDOW_TOO_SHORT":
      return text("The window is {length} long; at least {least} are needed.", {
        length: formatWindowLength(fault.durationSeconds),
        least: formatWindowLength(minimumWindowSeconds),
      });
    case "WINDOW_TOO_LONG":
      return text(
        "The window is {length} long; at most {most} are possible{isDay, select, true {, and equal times mean a whole day} other {}}.",
        {
          length: formatWindowLength(fault.durationSeconds),
          most: formatWindowLength(maximumWindowSeconds),
          isDay: String(fault.durationSeconds === dayMinutes * 60),
        },
      );
    default:
      return fault satisfies never;
  }
}

/** Describes a maintenance window: its length, whether it crosses midnight, and in which part runs may begin. */
export function describeWindowShape(form: WindowForm, window: TimeWindow): string {
  const seconds = windowDurationSeconds(window);
  const facts = { length: formatWindowLength(seconds), usable: formatWindowLength(seconds - 15 * 60) };
  return form.end <= form.begin
    ? text("{length} long, across midnight. Gardener begins within the first {usable}.", facts)
    : text("{length} long. Gardener begins within the first {usable}.", facts);
}
