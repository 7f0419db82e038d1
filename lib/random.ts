/** Repeatable random choices: the same seed gives the same sequence on every machine. Not for secrets. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number, both ends included. */
  int(lowest: number, highest: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
  /** Returns lower-case hexadecimal digits. */
  hex(digits: number): string;
  uuid(): string;
}

/** Creates an independent sequence per seed and `label`, so that adding a demo object changes no other demo object. */
export function createRandom(seed: number, label: string): Random {
  let state = hash(`${seed}/${label}`);
  const next = (): number => {
    // mulberry32: 32 bits of state, random enough for demo data and far cheaper than a cryptographic source
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (lowest: number, highest: number): number => lowest + Math.floor(next() * (highest - lowest + 1));
  const hex = (digits: number): string => {
    let text = "";
    while (text.length < digits) text += int(0, 0xffff).toString(16).padStart(4, "0");
    return text.slice(0, digits);
  };
  return {
    next,
    int,
    hex,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + int(0, 3)).toString(16)}${hex(3)}-${hex(12)}`,
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}
