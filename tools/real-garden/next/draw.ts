import type { Random } from "#lib/random.ts";

/** What is drawn is JSON, as it lies in a garden. */
export type Drawn = Readonly<Record<string, unknown>>;

/** Makes the input of one case, at a moment. */
export type Draw = (random: Random, now: number) => Drawn;

/** Parts of an object by chance: what is undefined is not there. */
export function maybe<Value>(random: Random, probability: number, value: (random: Random) => Value): Value | undefined {
  return random.chance(probability) ? value(random) : undefined;
}

/** Some of these, in their order. */
export function someOf<Item>(random: Random, items: readonly Item[], probability = 0.5): Item[] {
  return items.filter(() => random.chance(probability));
}
