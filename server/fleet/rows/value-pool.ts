import "server-only";

/** Maximum of recent values; values not used since that many others came are dropped. */
const mostRecent = 20_000;
/** Maximum of recent JSON characters: long, constantly changing texts would fill the heap. */
const mostLength = 8 * 1024 * 1024;
/** In characters of JSON. Longer values are rarely shared. */
const longestShared = 16 * 1024;

/**
 * Interns JSON values: equal values become one frozen object, since ten thousand rows contain a few hundred distinct
 * ones. Undefined fields are dropped. Values not used for long are forgotten and then interned again.
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

/** A JSON.parse reviver, which visits inner values first. */
function frozen(_key: string, value: unknown): unknown {
  return Object.freeze(value);
}

/** A two-generation cache: recent entries, and the generation before. */
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
