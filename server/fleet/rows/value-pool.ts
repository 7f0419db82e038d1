import "server-only";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Beyond so many values, those that were not asked for since as many came are forgotten. */
const mostRecent = 20_000;

/**
 * Makes equal values of JSON one value, frozen, in which equal parts are one part again: ten thousand rows say the same
 * of a few hundred things. Fields that are undefined are left out. Now and then two equal values stay two: what was long
 * not asked for is forgotten, and so is one of two that look alike at first sight.
 */
export class ValuePool {
  readonly #texts: Recent<string, string>;
  /** By what they look like. */
  readonly #wholes: Recent<number, object>;
  /** What they look like. */
  readonly #made = new WeakMap<object, number>();
  readonly #looks = new Looks(this.#made);

  constructor(recent = mostRecent) {
    this.#texts = new Recent(recent);
    this.#wholes = new Recent(recent);
  }

  one(value: unknown): unknown {
    if (typeof value === "object" && value !== null) {
      if (this.#made.has(value)) return value;
      this.#looks.read(value);
    }
    return this.#part(value);
  }

  /** Parts are asked for in the order in which they were looked at. */
  #part(value: unknown): unknown {
    if (typeof value === "string") return this.#texts.get(value) ?? this.#texts.keep(value, value);
    if (typeof value !== "object" || value === null) return value;
    if (this.#made.has(value)) {
      this.#looks.skip();
      return value;
    }
    const look = this.#looks.current;
    const known = this.#wholes.get(look);
    if (known !== undefined && isSame(known, value)) {
      this.#looks.skip();
      return known;
    }
    this.#looks.enter();
    const made = Object.freeze(Array.isArray(value) ? value.map((each) => this.#part(each)) : this.#object(value));
    this.#made.set(made, look);
    return this.#wholes.keep(look, made);
  }

  #object(value: object): object {
    const fields: Record<string, unknown> = { ...value };
    let isWhole = true;
    for (const name of Object.keys(fields)) {
      const field = fields[name];
      if (field === undefined) isWhole = false;
      else fields[name] = this.#part(field);
    }
    return isWhole ? fields : Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
  }
}

/** What a value and its parts look like, each worked out once: equal values look alike, others hardly ever do. */
class Looks {
  readonly #known: WeakMap<object, number>;
  /** Of a value, then of its lists and objects one after the other. */
  readonly #looks: number[] = [];
  /** For each, the place after its last part. */
  readonly #ends: number[] = [];
  #place = 0;

  constructor(known: WeakMap<object, number>) {
    this.#known = known;
  }

  /** Begins with the looks of this value. */
  read(value: object): void {
    this.#looks.length = 0;
    this.#ends.length = 0;
    this.#place = 0;
    this.#lookAt(value);
  }

  get current(): number {
    return this.#looks[this.#place] ?? 0;
  }

  /** Goes on with the first part of the current one. */
  enter(): void {
    this.#place += 1;
  }

  /** Goes on after the last part of the current one. */
  skip(): void {
    this.#place = this.#ends[this.#place] ?? 0;
  }

  #lookAt(value: unknown): number {
    if (typeof value === "string") return textLook(value);
    if (typeof value === "number") return mixed(mixed(firstLook, value), Math.floor(value / 2 ** 32));
    if (Array.isArray(value)) return this.#note(value, () => this.#lookAtList(value));
    if (isRecord(value)) return this.#note(value, () => this.#lookAtFields(value));
    return textLook(String(value));
  }

  #note(value: object, work: () => number): number {
    const place = this.#looks.push(0) - 1;
    const look = this.#known.get(value) ?? work();
    this.#looks[place] = look;
    this.#ends[place] = this.#looks.length;
    return look;
  }

  #lookAtList(list: readonly unknown[]): number {
    let look = mixed(firstLook, list.length);
    for (const each of list) look = mixed(look, this.#lookAt(each));
    return look;
  }

  #lookAtFields(value: Readonly<Record<string, unknown>>): number {
    let look = firstLook;
    for (const name of Object.keys(value)) {
      const field = value[name];
      if (field !== undefined) look = mixed(mixed(look, textLook(name)), this.#lookAt(field));
    }
    return look;
  }
}

/** What was asked for lately, and what was before until there is as much again. */
class Recent<Key, Value> {
  readonly #most: number;
  #held = new Map<Key, Value>();
  #before = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const held = this.#held.get(key);
    if (held !== undefined) return held;
    const before = this.#before.get(key);
    return before === undefined ? undefined : this.keep(key, before);
  }

  keep(key: Key, value: Value): Value {
    if (this.#held.size >= this.#most) {
      this.#before = this.#held;
      this.#held = new Map();
    }
    this.#held.set(key, value);
    return value;
  }
}

const firstLook = 0x811c9dc5;

/** FNV-1a. */
function textLook(text: string): number {
  let look = firstLook;
  for (let at = 0; at < text.length; at += 1) look = mixed(look, text.charCodeAt(at));
  return look;
}

function mixed(look: number, code: number): number {
  return Math.imul(look ^ code, 0x01000193);
}
