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
  readonly #made = new WeakSet<object>();

  constructor(recent = mostRecent) {
    this.#texts = new Recent(recent);
    this.#wholes = new Recent(recent);
  }

  one(value: unknown): unknown {
    if (typeof value === "string") return this.#texts.get(value) ?? this.#texts.keep(value, value);
    if (typeof value !== "object" || value === null || this.#made.has(value)) return value;
    const look = lookOf(value, firstLook);
    const known = this.#wholes.get(look);
    if (known !== undefined && isSame(known, value)) return known;
    const made = Object.freeze(Array.isArray(value) ? value.map((each) => this.one(each)) : this.#object(value));
    this.#made.add(made);
    return this.#wholes.keep(look, made);
  }

  #object(value: object): object {
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) if (field !== undefined) fields.push([name, this.one(field)]);
    return Object.fromEntries(fields);
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

/** FNV-1a over the texts of the value: equal values look alike, others hardly ever do. */
function lookOf(value: unknown, before: number): number {
  let look = before;
  if (Array.isArray(value)) {
    for (const each of value) look = lookOf(each, look);
    return mixed(look, value.length);
  }
  if (isRecord(value)) {
    for (const name of Object.keys(value)) {
      const field = value[name];
      if (field !== undefined) look = lookOf(field, lookOf(name, look));
    }
    return look;
  }
  const text = String(value);
  for (let at = 0; at < text.length; at += 1) look = mixed(look, text.charCodeAt(at));
  return look;
}

function mixed(look: number, code: number): number {
  return Math.imul(look ^ code, 0x01000193);
}
