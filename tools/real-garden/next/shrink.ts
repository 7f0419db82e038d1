import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { hourMs, minuteMs } from "#lib/kube/time-units.ts";

/** Every object of a garden has these; one without is no garden. */
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
 * A value that comes of this one by leaving out and by rounding, and that still is one that is looked for.
 *
 * @param isOne asked of each smaller value
 */
export function shrink(value: unknown, isOne: IsOne): Promise<unknown> {
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
    const smaller = await shrink(items[index], (item) => isOne(items.with(index, item)));
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
    fields.set(name, await shrink(field, (smaller) => isOne(withField(name, smaller))));
  }
  return Object.fromEntries(fields);
}

async function shrinkTime(value: string, isOne: IsOne): Promise<string> {
  for (const rounded of rounder(value)) if (await isOne(rounded)) return rounded;
  return value;
}

/** A time of a full day, hour or minute. */
function* rounder(text: string): Generator<string> {
  const at = parseInstant(text);
  if (at === undefined) return;
  for (const unit of [24 * hourMs, hourMs, minuteMs]) {
    const rounded = formatInstant(at - (at % unit));
    if (rounded !== text) yield rounded;
  }
}
