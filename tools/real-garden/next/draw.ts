import type { Random } from "#lib/random.ts";

/** A randomly generated JSON object, as stored in a garden. */
export type RandomJson = Readonly<Record<string, unknown>>;

/** Generates the input of one random case for a given current time. */
export type RandomInputGenerator = (random: Random, now: number) => RandomJson;

/** A value that is present with the given probability, or else undefined and omitted. */
export function randomlyOmitted<Value>(
  random: Random,
  probability: number,
  value: (random: Random) => Value,
): Value | undefined {
  return random.chance(probability) ? value(random) : undefined;
}

/** A random subset of the items, in their order. */
export function randomSubset<Item>(random: Random, items: readonly Item[], probability = 0.5): Item[] {
  return items.filter(() => random.chance(probability));
}
