import "server-only";

/** Maximum number of recent values; a value is dropped when that many others were used after it. */
const mostRecent = 20_000;
/** Maximum length of all recent values as JSON: long texts that change all the time would fill the heap. */
const mostLength = 8 * 1024 * 1024;
/** Length in JSON characters above which a value is not shared, since long values are rarely equal. */
const longestShared = 16 * 1024;

/**
 * Interns JSON values: equal values become one frozen object, since ten thousand rows contain a few hundred distinct
 * ones. Undefined fields are dropped. Values not used for long are forgotten and then interned again.
 */
export class ValuePool {
  readonly #texts: Recent<string>;
  /** Shared objects by their JSON text. */
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

/** A JSON.parse reviver that freezes and shares values, inner ones first. */
function frozen(_key: string, value: unknown): unknown {
  return Object.freeze(value);
}

/** A cache with two generations: recent entries, and those before. */
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
