import { durationSeconds } from "#lib/kube/go-duration.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";

/** A cron expression of five fields, as sets of allowed values. */
export interface CronExpression {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Whether both day of month and day of week are restricted; a day then has to match only one of them. */
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

/** Parses a non-negative integer as Go does: a leading plus and zeros are allowed, and it must fit into 64 bits. */
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

/** Whether a range of a cron field matches every value; anything after the star and a hyphen is ignored. */
function isStar(range: string): boolean {
  return /^[*?](-|$)/.test(range);
}

/** Parses one part of a list: `*`, `a`, `a-b`, each with an optional `/step`. */
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

/** The distinct, non-empty parts of a cron field's list. Empty parts are allowed; only empty parts mean no values. */
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

const cachedFields = 1_000;

/** The values that a cron field allows. Cached by field index and text because many schedules share fields. */
const readField = memoizePerKey(cachedFields, (key): ReadonlySet<number> | null => {
  const [place = "", text = ""] = key.split(" ", 2);
  return readPlace(Number(place), text);
});

function readPlace(place: number, text: string): ReadonlySet<number> | null {
  const field = fields[place];
  return (field && parseField(text, field)) ?? null;
}

/** Whether a cron field for days excludes some days: none of its parts is a star. */
function restricts(text: string): boolean {
  return !partsOf(text).some((part) => part.startsWith("*") || part.startsWith("?"));
}

/** Maximum length of a cron expression, enough for every field value. Longer texts are rejected and never cached. */
const longestText = 500;

/** White space between the fields of a cron expression, as in Go (strings.Fields). */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** Predefined cron expressions such as `@daily`; case-sensitive. */
const descriptors: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** The five fields of a descriptor such as `@daily`; other texts are returned unchanged. */
export function expandCronDescriptor(text: string): string {
  return descriptors.get(text) ?? text;
}

const everyPrefix = "@every ";
/** Maximum of a Go duration, which counts nanoseconds in 64 bits. */
const longestSeconds = 9_223_372_036;

/**
 * The duration of `@every 1h30m`, as written; undefined for anything else. Gardener accepts such a schedule and counts
 * from its controller's last check, so the times cannot be predicted.
 *
 * @source github.com/robfig/cron (parseDescriptor, ConstantDelaySchedule)
 */
export function parseEveryDescriptor(text: string): string | undefined {
  if (!text.startsWith(everyPrefix) || text.length > longestText) return undefined;
  const duration = text.slice(everyPrefix.length);
  const seconds = durationSeconds(duration);
  return seconds !== undefined && Math.abs(seconds) <= longestSeconds ? duration : undefined;
}

/** Whether Gardener accepts a text as a hibernation schedule: a cron expression or an `@every` duration. */
export function isCronSpec(text: string): boolean {
  return parseCron(text) !== undefined || parseEveryDescriptor(text) !== undefined;
}

/**
 * Parses a cron expression of five fields with names, lists, ranges and steps, or a descriptor; undefined for anything
 * else. As in Gardener, empty parts of a list, a field of only commas, signs and leading zeros of a number, any step,
 * and any text after a star and a hyphen are accepted.
 * @source Gardener: hibernation schedules, parsed with github.com/robfig/cron (ParseStandard, v1.2.0)
 */
export function parseCron(text: string): CronExpression | undefined {
  const parts = expandCronDescriptor(text)
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

/** Whether the expression matches on the given calendar day. */
export function matchesDay(cron: CronExpression, day: { month: number; day: number; weekday: number }): boolean {
  if (!cron.months.has(day.month)) return false;
  const byDay = cron.days.has(day.day);
  const byWeekday = cron.weekdays.has(day.weekday);
  return cron.eitherDay ? byDay || byWeekday : byDay && byWeekday;
}
