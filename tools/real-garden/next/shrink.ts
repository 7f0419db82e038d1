import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";

/** Fields that every object has and that must not be removed. */
const kept: ReadonlySet<string> = new Set([
  ...["metadata", "spec", "status", "name", "namespace", "creationTimestamp", "generation"],
  ...[
    "type",
    "state",
    "reason",
    "message",
    "version",
    "lastUpdateTime",
    "lastTransitionTime",
    "retryDuration",
    "syncPeriod",
  ],
]);

type IsOne = (smaller: unknown) => Promise<boolean>;

/**
 * Reduces a value by removing parts and rounding times, as long as the result still fulfils the condition.
 * @param isOne the condition, called for each smaller value
 */
export function shrinkToSmallest(value: unknown, isOne: IsOne): Promise<unknown> {
  if (Array.isArray(value)) return shrinkList(value, isOne);
  if (typeof value === "object" && value !== null) return shrinkFields(value, isOne);
  return typeof value === "string" ? shrinkTime(value, isOne) : Promise.resolve(value);
}

async function shrinkList(value: readonly unknown[], isOne: IsOne): Promise<unknown> {
  let items = value;
  for (let index = 0; index < items.length; ) {
    const fewer = items.toSpliced(index, 1);
    if (await isOne(fewer)) items = fewer;
    else index += 1;
  }
  for (const index of items.keys()) {
    const smaller = await shrinkToSmallest(items[index], (item) => isOne(items.with(index, item)));
    items = items.with(index, smaller);
  }
  return items;
}

async function shrinkFields(value: object, isOne: IsOne): Promise<unknown> {
  let fields = new Map<string, unknown>(Object.entries(value));
  const withField = (name: string, field: unknown) => Object.fromEntries(new Map(fields).set(name, field));
  for (const name of Object.keys(value).filter((field) => !kept.has(field))) {
    const fewer = new Map([...fields].filter(([other]) => other !== name));
    if (await isOne(Object.fromEntries(fewer))) fields = fewer;
  }
  for (const [name, field] of fields) {
    fields.set(name, await shrinkToSmallest(field, (smaller) => isOne(withField(name, smaller))));
  }
  return Object.fromEntries(fields);
}

async function shrinkTime(value: string, isOne: IsOne): Promise<string> {
  for (const rounded of rounder(value)) if (await isOne(rounded)) return rounded;
  return value;
}

/** The time rounded to a full day, hour or minute. */
function* rounder(text: string): Generator<string> {
  const at = parseInstant(text);
  if (at === undefined) return;
  for (const unit of [24 * hourMs, hourMs, minuteMs]) {
    const rounded = formatInstant(at - (at % unit));
    if (rounded !== text) yield rounded;
  }
}
