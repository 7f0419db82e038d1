import * as z from "zod/mini";

/** Thrown when the input is not a valid column or does not match the schema; the message contains the cause. */
export class ColumnError extends Error {
  override readonly name = "ColumnError";
}

/** List of keys that objects of one field share. */
interface Shape {
  readonly keys: ReadonlySet<string>;
  /** Object with the keys known to the schema, copied for each row so that memory for its values is preallocated. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** Maximum number of values per column, far above the server's; larger numbers are rejected before allocation. */
const mostValues = 1_000_000;

/**
 * Reads the columns of one field in the order in which a `ColumnWriter` wrote them. Every value is validated against
 * the schema, dictionary values once: those are frozen and shared by all rows that have them. Unknown keys are dropped.
 */
export class ColumnReader {
  readonly #schema: z.core.$ZodType;
  readonly #dictionary: unknown[] = [];
  readonly #shapes: Shape[] = [];
  readonly #fields = new Map<string, ColumnReader>();
  readonly #takesAnyText: boolean;
  /** Primitive values other than strings that have passed the schema. */
  readonly #accepted = new Set<unknown>();
  #entries: ColumnReader | undefined;

  constructor(schema: z.core.$ZodType) {
    this.#schema = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
    this.#takesAnyText = takesAnyText(this.#schema);
  }

  /** Reads one column. @throws ColumnError; DOMException where UUIDs are not valid base64 */
  read(column: unknown, count: number): readonly unknown[] {
    const [kind, first, second, third] = listOf(column);
    if (count > mostValues) fail("count");
    switch (kind) {
      case "c":
        return new Array(count).fill(this.#plain([first])[0]);
      case "v":
        return this.#plain(listOf(first, count));
      case "d":
        return this.#plain(sums(listOf(first, count)));
      case "s":
        return this.#plain(sums(listOf(first, count)).map(String));
      case "u":
        return this.#plain(uuidsOf(first, count));
      case "r":
        return this.#references(placesOf(first, count), { added: numberOf(second), column: third });
      case "o":
        return this.#objects(placesOf(second, count), { added: listOf(first), columns: listOf(third) });
      case "l":
        return this.#lists(numbersOf(first, count), second);
      default:
        return fail("kind");
    }
  }

  #plain(values: readonly unknown[]): readonly unknown[] {
    for (const value of values) {
      if (typeof value === "string" ? this.#takesAnyText : this.#accepted.has(value)) continue;
      if ((typeof value === "object" && value !== null) || !z.safeParse(this.#schema, value).success) fail("value");
      // Repeated values are validated once. The strings of a column mostly differ, so caching them would not help.
      if (typeof value !== "string") this.#accepted.add(value);
    }
    return values;
  }

  #references(
    numbers: readonly unknown[],
    { added, column }: { readonly added: number; readonly column: unknown },
  ): readonly unknown[] {
    const dictionary = this.#dictionary;
    if (added > 0) for (const value of this.read(column, added)) dictionary.push(Object.freeze(value));
    const values: unknown[] = [];
    for (const number of numbers) {
      const value = typeof number === "number" ? dictionary[number] : undefined;
      values.push(value === undefined ? fail("number of a value") : value);
    }
    return values;
  }

  #objects(
    numbers: readonly unknown[],
    { added, columns }: { readonly added: readonly unknown[]; readonly columns: readonly unknown[] },
  ): readonly unknown[] {
    for (const keys of added) this.#shapes.push(this.#shapeOf(listOf(keys).map(String)));
    const uses = new Map<Shape, number>();
    const shapes: Shape[] = [];
    const made: Record<string, unknown>[] = [];
    for (const number of numbers) {
      const shape = (typeof number === "number" ? this.#shapes[number] : undefined) ?? fail("number of keys");
      uses.set(shape, (uses.get(shape) ?? 0) + 1);
      shapes.push(shape);
      made.push({ ...shape.blank });
    }
    const missing = new Map<unknown, number>();
    for (const [{ keys }, count] of uses) for (const key of keys) missing.set(key, (missing.get(key) ?? 0) + count);
    for (const each of columns) {
      const [name, column] = listOf(each, 2);
      const key = String(name);
      const values = this.#field(key)?.read(column, missing.get(key) ?? fail("key"));
      missing.delete(key);
      if (values === undefined) continue;
      const areAll = values.length === made.length;
      fill(areAll ? made : made.filter((_, at) => shapes[at]?.keys.has(key)), key, values);
    }
    if (missing.size > 0) fail("column");
    return made;
  }

  #lists(lengths: readonly number[], column: unknown): readonly unknown[] {
    const schema = this.#schema;
    if (!(schema instanceof z.ZodMiniArray)) return fail("list");
    this.#entries ??= new ColumnReader(schema.def.element);
    const entries = this.#entries.read(
      column,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    let at = 0;
    return lengths.map((length) => {
      at += length;
      return entries.slice(at - length, at);
    });
  }

  #shapeOf(names: readonly string[]): Shape {
    const schema = this.#schema;
    const keys = new Set(names);
    if (schema instanceof z.ZodMiniObject) {
      for (const [key, field] of Object.entries(schema.shape))
        if (!(field instanceof z.ZodMiniOptional || keys.has(key))) fail(key);
    } else if (!(schema instanceof z.ZodMiniRecord)) fail("object");
    const known = [...keys].filter((key) => this.#field(key));
    return { keys, blank: Object.fromEntries(known.map((key) => [key, null])) };
  }

  /** Returns the reader for a field; undefined if the schema does not know the key. */
  #field(key: string): ColumnReader | undefined {
    const schema = this.#schema;
    const known = this.#fields.get(key);
    if (known !== undefined) return known;
    const field =
      schema instanceof z.ZodMiniRecord
        ? schema.def.valueType
        : schema instanceof z.ZodMiniObject && Object.hasOwn(schema.shape, key) && schema.shape[key];
    if (!field) return undefined;
    const reader = new ColumnReader(field);
    this.#fields.set(key, reader);
    return reader;
  }
}

function fail(what: string): never {
  throw new ColumnError(what);
}

function listOf(value: unknown, length?: number): readonly unknown[] {
  return Array.isArray(value) && (length ?? value.length) === value.length ? value : fail("length");
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : fail("number");
}

function numbersOf(value: unknown, count: number): readonly number[] {
  return placesOf(value, count).map(numberOf);
}

/** Returns the dictionary indices without checking them; the later lookup rejects invalid ones. */
function placesOf(value: unknown, count: number): readonly unknown[] {
  return typeof value === "number" ? new Array<number>(count).fill(value) : listOf(value, count);
}

// An indexed loop is used because creating iterator pairs for each of 400,000 values would take most of the time.
function fill(objects: readonly Record<string, unknown>[], key: string, values: readonly unknown[]): void {
  for (let at = 0; at < objects.length; at += 1) {
    const object = objects[at];
    if (object) object[key] = values[at];
  }
}

function takesAnyText(schema: z.core.$ZodType): boolean {
  if (!(schema instanceof z.ZodMiniString)) return false;
  const { checks = [] } = schema.def;
  return checks.length === 0 && !(schema instanceof z.ZodMiniStringFormat);
}

function sums(differences: readonly unknown[]): number[] {
  let sum = 0;
  return differences.map((difference) => (sum += typeof difference === "number" ? difference : fail("difference")));
}

const bytesOfUuid = 16;
const lettersOfUuid = 36;
/** Offsets of each byte's two hexadecimal digits in a UUID. */
const lettersAt = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const dash = "-".charCodeAt(0);
const hexLetters = Uint8Array.from("0123456789abcdef", (letter) => letter.charCodeAt(0));
const latin1 = new TextDecoder("latin1");

function uuidsOf(text: unknown, count: number): string[] {
  const bytes = atob(String(text));
  if (bytes.length !== count * bytesOfUuid) fail("UUIDs");
  // All UUIDs are built as one string and then sliced: a string per byte would take ten times as long.
  const letters = new Uint8Array(count * lettersOfUuid).fill(dash);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes.charCodeAt(at);
    const place = Math.floor(at / bytesOfUuid) * lettersOfUuid + (lettersAt[at % bytesOfUuid] ?? 0);
    letters[place] = hexLetters[byte >> 4] ?? 0;
    letters[place + 1] = hexLetters[byte & 15] ?? 0;
  }
  const all = latin1.decode(letters);
  return Array.from({ length: count }, (_, at) => all.slice(at * lettersOfUuid, (at + 1) * lettersOfUuid));
}
