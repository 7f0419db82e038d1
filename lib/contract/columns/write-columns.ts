import type { EncodedColumn, EncodedNumbers } from "./column.ts";

/** Share of new values above which a dictionary saves no space. */
const mostNew = 0.9;
/** Absolute values below this limit are written directly, because a dictionary index would be no shorter. */
const small = 1_000;
/** Limit for difference coding: differences of up to twice this value are still exact. */
const largest = 2 ** 52;

type Json = Readonly<Record<string, unknown>>;

/**
 * Writes the values of one field as columns. The dictionary is kept between calls, so values that it already contains
 * are not written again. Identical objects and lists (`===`) are written once, merely equal ones each time. Keys with
 * the value undefined are left out, as in JSON.
 */
export class ColumnWriter {
  readonly #numbers = new Map<unknown, number>();
  readonly #noKeys = new Shape();
  #shapes = 0;
  readonly #fields = new Map<string, ColumnWriter>();
  #entries: ColumnWriter | undefined;

  write(values: readonly unknown[]): EncodedColumn {
    const [first] = values;
    if (values.length > 0 && !isComposite(first) && values.every((value) => value === first)) return ["c", first];
    if (values.every((value) => Number.isInteger(value) && Math.abs(Number(value)) < small)) return ["v", values];
    const fresh = new Set<unknown>();
    for (const value of values) if (!this.#numbers.has(value)) fresh.add(value);
    if (fresh.size > values.length * mostNew) return this.#direct(values);
    const added = [...fresh];
    for (const value of added) this.#numbers.set(value, this.#numbers.size);
    const numbers = values.map((value) => this.#numbers.get(value) ?? 0);
    return ["r", packed(numbers), added.length, added.length === 0 ? null : this.#direct(added)];
  }

  #direct(values: readonly unknown[]): EncodedColumn {
    if (values.every(isObject)) return this.#objects(values);
    if (values.every((value) => Array.isArray(value))) return this.#lists(values);
    if (values.some(isComposite)) throw new TypeError("objects, lists and plain values in one place");
    if (values.every(isCounted)) return ["d", differences(values)];
    if (values.every(isWrittenNumber)) return ["s", differences(values.map(Number))];
    if (values.every(isUuid)) return ["u", bytesText(values)];
    return ["v", values];
  }

  #objects(values: readonly Json[]): EncodedColumn {
    const added: string[][] = [];
    const fields = new Map<string, unknown[]>();
    const numbers = values.map((value) => {
      let shape = this.#noKeys;
      for (const key of Object.keys(value)) {
        const field = value[key];
        if (field === undefined) continue;
        shape = shape.with(key);
        const held = fields.get(key);
        if (held === undefined) fields.set(key, [field]);
        else held.push(field);
      }
      if (shape.number === undefined) {
        shape.number = this.#shapes;
        this.#shapes += 1;
        added.push([...shape.keys]);
      }
      return shape.number;
    });
    const columns = Array.from(fields, ([key, held]) => [key, this.#field(key).write(held)] as const);
    return ["o", added, packed(numbers), columns];
  }

  #lists(values: readonly (readonly unknown[])[]): EncodedColumn {
    this.#entries ??= new ColumnWriter();
    return ["l", packed(values.map(({ length }) => length)), this.#entries.write(values.flat())];
  }

  #field(key: string): ColumnWriter {
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const writer = new ColumnWriter();
    this.#fields.set(key, writer);
    return writer;
  }
}

/**
 * Ordered list of an object's keys, found key by key: building a string of all keys for each of fifty thousand objects
 * would cause most of the garbage of writing a fleet.
 */
class Shape {
  readonly keys: readonly string[];
  /** Index of the key list; set once an object with these keys has been written. */
  number: number | undefined;
  readonly #longer = new Map<string, Shape>();

  constructor(keys: readonly string[] = []) {
    this.keys = keys;
  }

  /** Shape with the same keys and one more. */
  with(key: string): Shape {
    const known = this.#longer.get(key);
    if (known !== undefined) return known;
    const longer = new Shape([...this.keys, key]);
    this.#longer.set(key, longer);
    return longer;
  }
}

function isComposite(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isObject(value: unknown): value is Json {
  return isComposite(value) && !Array.isArray(value);
}

/** Whether a string is exactly how JavaScript writes an integer. */
function isWrittenNumber(value: unknown): boolean {
  return typeof value === "string" && isCounted(Number(value)) && String(Number(value)) === value;
}

function isCounted(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < largest;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}

/** Returns the bytes of all UUIDs in base64. */
function bytesText(uuids: readonly string[]): string {
  const digits = uuids.join("").replaceAll("-", "");
  let bytes = "";
  for (let at = 0; at < digits.length; at += 2)
    bytes += String.fromCharCode(16 * hexDigit(digits, at) + hexDigit(digits, at + 1));
  return btoa(bytes);
}

/** Value of a lower-case hexadecimal digit. */
function hexDigit(digits: string, at: number): number {
  const code = digits.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

function differences(values: readonly number[]): number[] {
  return values.map((value, at) => value - (values[at - 1] ?? 0));
}

function packed(numbers: readonly number[]): EncodedNumbers {
  const [first = 0] = numbers;
  return numbers.every((number) => number === first) ? first : numbers;
}
