import * as z from "zod/mini";

/** What came is no column, or not of the schema; the message names what is wrong. */
export class ColumnFault extends Error {
  override readonly name = "ColumnFault";
}

/** A list of keys that objects of one place have. */
interface Shape {
  readonly keys: readonly string[];
  /** An object with those of the keys that the schema knows: a copy has room for their values from the beginning. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** No column of ours has more values; one that is said to is not made room for. */
const mostValues = 1_000_000;

/**
 * Reads the columns of one place in the order in which a `ColumnWriter` wrote them. Every value is held to the schema,
 * those of a dictionary once: they are frozen, and shared by all that have them. Keys that the schema does not know are
 * left out.
 */
export class ColumnReader {
  readonly #schema: z.core.$ZodType;
  readonly #dictionary: unknown[] = [];
  readonly #shapes: Shape[] = [];
  readonly #fields = new Map<string, ColumnReader>();
  #entries: ColumnReader | undefined;

  constructor(schema: z.core.$ZodType) {
    this.#schema = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  }

  /** @throws ColumnFault; DOMException where UUIDs are in no base64 */
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
        return this.#references(numbersOf(first, count), { added: numberOf(second), column: third });
      case "o":
        return this.#objects(numbersOf(second, count), { added: listOf(first), columns: listOf(third) });
      case "l":
        return this.#lists(numbersOf(first, count), second);
      default:
        return fail("kind");
    }
  }

  #plain(values: readonly unknown[]): readonly unknown[] {
    for (const value of values)
      if ((typeof value === "object" && value !== null) || !z.safeParse(this.#schema, value).success) fail("value");
    return values;
  }

  #references(
    numbers: readonly number[],
    { added, column }: { readonly added: number; readonly column: unknown },
  ): readonly unknown[] {
    if (added > 0) for (const value of this.read(column, added)) this.#dictionary.push(Object.freeze(value));
    return numbers.map((number) =>
      number < this.#dictionary.length ? this.#dictionary[number] : fail("number of a value"),
    );
  }

  #objects(
    numbers: readonly number[],
    { added, columns }: { readonly added: readonly unknown[]; readonly columns: readonly unknown[] },
  ): readonly unknown[] {
    for (const keys of added) this.#shapes.push(this.#shapeOf(listOf(keys).map(String)));
    const uses = new Map<Shape, number>();
    const shapes = numbers.map((number) => {
      const shape = this.#shapes[number] ?? fail("number of keys");
      uses.set(shape, (uses.get(shape) ?? 0) + 1);
      return shape;
    });
    const made = shapes.map(({ blank }) => ({ ...blank }));
    const missing = new Map<unknown, number>();
    for (const [{ keys }, count] of uses) for (const key of keys) missing.set(key, (missing.get(key) ?? 0) + count);
    for (const each of columns) {
      const [name, column] = listOf(each, 2);
      const key = String(name);
      const values = this.#field(key)?.read(column, missing.get(key) ?? fail("key"));
      missing.delete(key);
      if (values === undefined) continue;
      const has = new Set([...uses.keys()].filter(({ keys }) => keys.includes(key)));
      let at = 0;
      for (const [index, object] of made.entries())
        if (has.size === uses.size || has.has(shapes[index] ?? fail("key"))) object[key] = values[at++];
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

  #shapeOf(keys: readonly string[]): Shape {
    const schema = this.#schema;
    if (schema instanceof z.ZodMiniObject) {
      for (const [key, field] of Object.entries(schema.shape))
        if (!(field instanceof z.ZodMiniOptional || keys.includes(key))) fail(key);
    } else if (!(schema instanceof z.ZodMiniRecord)) fail("object");
    const known = keys.filter((key) => this.#field(key));
    return { keys, blank: Object.fromEntries(known.map((key) => [key, null])) };
  }

  /** Undefined where the schema does not know the key. */
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
  throw new ColumnFault(what);
}

function listOf(value: unknown, length?: number): readonly unknown[] {
  return Array.isArray(value) && (length ?? value.length) === value.length ? value : fail("length");
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : fail("number");
}

function numbersOf(value: unknown, count: number): readonly number[] {
  return typeof value === "number" ? new Array(count).fill(numberOf(value)) : listOf(value, count).map(numberOf);
}

function sums(differences: readonly unknown[]): number[] {
  let sum = 0;
  return differences.map((difference) => (sum += typeof difference === "number" ? difference : fail("difference")));
}

function uuidsOf(text: unknown, count: number): string[] {
  const digits = Array.from(atob(String(text)), (byte) => (byte.charCodeAt(0) + 256).toString(16).slice(1)).join("");
  const uuids = digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/g, "$1-$2-$3-$4-$5 ").split(" ");
  return uuids.pop() === "" && uuids.length === count ? uuids : fail("UUIDs");
}
