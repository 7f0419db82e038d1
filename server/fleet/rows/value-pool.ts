import "server-only";

/** Beyond so many values, those that were not asked for since as many came are forgotten. */
const mostRecent = 20_000;
/** Nor more characters of JSON than these: long texts that change all the time would fill the heap. */
const mostLength = 8 * 1024 * 1024;
/** In characters of JSON. What is longer hardly anybody else has. */
const longestShared = 16 * 1024;

/**
 * Makes equal values of JSON one value, frozen: ten thousand rows say the same of a few hundred things. Fields that are
 * undefined are left out. Now and then two equal values stay two: what was long not asked for is forgotten.
 */
export class ValuePool {
  readonly #texts: Recent<string>;
  /** By their JSON. */
  readonly #wholes: Recent<object>;

  constructor(recent = mostRecent) {
    this.#texts = new Recent(recent);
    this.#wholes = new Recent(recent);
  }

  text(text: string): string {
    return this.#texts.get(text) ?? this.#texts.keep(text, text);
  }

  one(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    const json = JSON.stringify(value);
    const known = this.#wholes.get(json);
    if (known !== undefined) return known;
    if (json.length > longestShared) return Object.freeze(JSON.parse(json));
    return this.#wholes.keep(json, JSON.parse(json, frozen));
  }
}

/** For JSON.parse, which asks of parts first. */
function frozen(_key: string, value: unknown): unknown {
  return Object.freeze(value);
}

/** What was asked for lately, and what was before until there is as much again. */
class Recent<Value> {
  readonly #most: number;
  #held = new Map<string, Value>();
  #length = 0;
  #before = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const held = this.#held.get(key);
    if (held !== undefined) return held;
    const before = this.#before.get(key);
    return before === undefined ? undefined : this.keep(key, before);
  }

  keep(key: string, value: Value): Value {
    if (this.#held.size >= this.#most || this.#length + key.length > mostLength) {
      this.#before = this.#held;
      this.#held = new Map();
      this.#length = 0;
    }
    this.#held.set(key, value);
    this.#length += key.length;
    return value;
  }
}
