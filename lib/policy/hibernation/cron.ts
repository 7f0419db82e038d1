import { durationSeconds } from "#lib/kube/go-duration.ts";
import { perKey } from "#lib/memo/per-key.ts";

/** A cron expression of five fields, as sets of allowed values. */
export interface Cron {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Day of month and day of week both restrict: then one of them is enough. */
  readonly eitherDay: boolean;
}

interface Field {
  readonly minimum: number;
  readonly maximum: number;
  readonly names?: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const fields: readonly Field[] = [
  { minimum: 0, maximum: 59 },
  { minimum: 0, maximum: 23 },
  { minimum: 1, maximum: 31 },
  { minimum: 1, maximum: 12, names: months },
  { minimum: 0, maximum: 6, names: weekdays },
];

function parseValue(text: string, { minimum, maximum, names }: Field): number | undefined {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + minimum;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

/** One part of a list: `*`, `a`, `a-b`, each with an optional `/step`. */
function parsePart(part: string, field: Field): readonly number[] | undefined {
  const [range = "", stepText, ...rest] = part.split("/");
  if (rest.length > 0 || (stepText !== undefined && !/^\d{1,2}$/.test(stepText))) return undefined;
  const step = stepText === undefined ? 1 : Number(stepText);
  if (step === 0) return undefined;
  const [from, to] = boundsOf(range, stepText !== undefined, field);
  if (from === undefined || to === undefined || from > to) return undefined;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function boundsOf(range: string, stepped: boolean, field: Field): readonly [number | undefined, number | undefined] {
  if (range === "*" || range === "?") return [field.minimum, field.maximum];
  const [first = "", second, ...rest] = range.split("-");
  const from = parseValue(first, field);
  if (rest.length > 0) return [undefined, undefined];
  if (second !== undefined) return [from, parseValue(second, field)];
  return [from, stepped ? field.maximum : from];
}

function parseField(text: string, field: Field): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const parsed = parsePart(part, field);
    if (!parsed) return undefined;
    for (const value of parsed) values.add(value);
  }
  return values;
}

const keptFields = 1_000;

/** By its place and its text. Many schedules have few fields that differ. */
const readField = perKey(keptFields, (key): ReadonlySet<number> | null => {
  const [place = "", text = ""] = key.split(" ", 2);
  const field = fields[Number(place)];
  return (field && parseField(text, field)) ?? null;
});

/** A day field restricts unless one of its parts stands for every day. */
function restricts(text: string): boolean {
  return !text.split(",").some((part) => part.startsWith("*") || part.startsWith("?"));
}

/** Every value of every field fits; what is longer says nothing that a shorter one could not. */
const longestText = 500;

/** Names of expressions, which are written exactly so. */
const descriptors: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** The five fields that a descriptor such as `@daily` stands for; any other text as it is. */
export function cronFields(text: string): string {
  return descriptors.get(text) ?? text;
}

const everyPrefix = "@every ";
/** Of a Go duration, which counts nanoseconds in 64 bits. */
const longestSeconds = 9_223_372_036;

/**
 * The duration of `@every 1h30m`, as written; undefined for anything else. Gardener takes it, and counts from whenever its
 * controller last looked: no clock says when it comes.
 *
 * @source github.com/robfig/cron (parseDescriptor, ConstantDelaySchedule)
 */
export function everyDuration(text: string): string | undefined {
  if (!text.startsWith(everyPrefix) || text.length > longestText) return undefined;
  const duration = text.slice(everyPrefix.length);
  const seconds = durationSeconds(duration);
  return seconds !== undefined && Math.abs(seconds) <= longestSeconds ? duration : undefined;
}

/** Whether Gardener takes the text as an expression, foreseeable or not. */
export function isCronSpec(text: string): boolean {
  return parseCron(text) !== undefined || everyDuration(text) !== undefined;
}

/**
 * Reads a cron expression of five fields with names, lists, ranges and steps, or one of their descriptors; undefined for
 * anything else, and for a text of more than 500 characters.
 * @source Gardener: hibernation schedules, parsed with github.com/robfig/cron (ParseStandard)
 */
export function parseCron(text: string): Cron | undefined {
  if (text.length > longestText) return undefined;
  const parts = cronFields(text).trim().split(/\s+/);
  if (parts.length !== fields.length) return undefined;
  const [minutes, hours, days, monthSet, weekdaySet] = parts.map((part, index) => readField(`${index} ${part}`));
  if (!minutes || !hours || !days || !monthSet || !weekdaySet) return undefined;
  const eitherDay = restricts(parts[2] ?? "") && restricts(parts[4] ?? "");
  return { minutes, hours, days, months: monthSet, weekdays: weekdaySet, eitherDay };
}

/** Whether the expression matches on this day of the calendar. */
export function matchesDay(cron: Cron, day: { month: number; day: number; weekday: number }): boolean {
  if (!cron.months.has(day.month)) return false;
  const byDay = cron.days.has(day.day);
  const byWeekday = cron.weekdays.has(day.weekday);
  return cron.eitherDay ? byDay || byWeekday : byDay && byWeekday;
}
