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

/**
 * The smallest value that comes of this one by leaving out and by rounding, and that still is one that is looked for.
 *
 * @param isOne asked of each smaller value
 */
export async function shrink(value: unknown, isOne: (smaller: unknown) => Promise<boolean>): Promise<unknown> {
  for (const smaller of simpler(value)) {
    if (await isOne(smaller)) return shrink(smaller, isOne);
  }
  return value;
}

/** Values that are a step simpler: without a field or an item first, so that much goes at once. */
function* simpler(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    for (const index of items.keys()) yield items.toSpliced(index, 1);
    for (const [index, item] of items.entries()) {
      for (const smaller of simpler(item)) yield items.with(index, smaller);
    }
  } else if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value);
    for (const [name] of fields.filter(([field]) => !kept.has(field)))
      yield Object.fromEntries(fields.filter(([other]) => other !== name));
    for (const [name, field] of fields) {
      for (const smaller of simpler(field)) yield { ...value, [name]: smaller };
    }
  } else if (typeof value === "string") {
    yield* rounder(value);
  }
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
