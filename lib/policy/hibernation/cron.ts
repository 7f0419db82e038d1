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

/** What Go reads as a whole number that is not negative: a plus and zeros may lead, and it fits into 64 bits. */
function parseWhole(text: string): number | undefined {
  const [, digits] = /^\+?0*(\d+)$/.exec(text) ?? [];
  if (digits === undefined || digits.length > String(longestWhole).length) return undefined;
  return BigInt(digits) > longestWhole ? undefined : Number(digits);
}

const longestWhole = 2n ** 63n - 1n;

function parseValue(text: string, { minimum, names }: Field): number | undefined {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  return named >= 0 ? named + minimum : parseWhole(text);
}

/** Stands for every value, whatever follows it after a hyphen. */
function isStar(range: string): boolean {
  return /^[*?](-|$)/.test(range);
}

/** One part of a list: `*`, `a`, `a-b`, each with an optional `/step`. */
function parsePart(part: string, field: Field): readonly number[] | undefined {
  const [range = "", stepText = "1", ...rest] = part.split("/");
  const step = rest.length > 0 ? undefined : parseWhole(stepText);
  if (step === undefined || step === 0) return undefined;
  const [from, to] = boundsOf(range, part !== range, field);
  if (from === undefined || to === undefined || from < field.minimum || to > field.maximum || from > to)
    return undefined;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

function boundsOf(range: string, stepped: boolean, field: Field): readonly [number | undefined, number | undefined] {
  if (isStar(range)) return [field.minimum, field.maximum];
  const [first = "", second, ...rest] = range.split("-");
  const from = parseValue(first, field);
  if (rest.length > 0) return [undefined, undefined];
  if (second !== undefined) return [from, parseValue(second, field)];
  return [from, stepped ? field.maximum : from];
}

/** A list may have empty parts; one of nothing else has no value. However long it is, few parts differ. */
function partsOf(text: string): readonly string[] {
  return [...new Set(text.split(","))].filter((part) => part !== "");
}

function parseField(text: string, field: Field): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of partsOf(text)) {
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
  return readPlace(Number(place), text);
});

function readPlace(place: number, text: string): ReadonlySet<number> | null {
  const field = fields[place];
  return (field && parseField(text, field)) ?? null;
}

/** A day field restricts unless one of its parts stands for every day. */
function restricts(text: string): boolean {
  return !partsOf(text).some((part) => part.startsWith("*") || part.startsWith("?"));
}

/** Every value of every field fits. What is longer says nothing that a shorter one could not, and is not kept. */
const longestText = 500;

/** What Go takes for space between fields (strings.Fields). */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

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
 * anything else. As Gardener does, it takes empty parts of a list, a field of commas alone, signs and zeros before a number,
 * any step, and whatever follows a star after a hyphen.
 * @source Gardener: hibernation schedules, parsed with github.com/robfig/cron (ParseStandard, v1.2.0)
 */
export function parseCron(text: string): Cron | undefined {
  const parts = cronFields(text)
    .split(space)
    .filter((part) => part !== "");
  if (parts.length !== fields.length) return undefined;
  const [minutes, hours, days, monthSet, weekdaySet] = parts.map((part, place) =>
    part.length > longestText ? readPlace(place, part) : readField(`${place} ${part}`),
  );
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
