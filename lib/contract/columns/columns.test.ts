import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ColumnError, ColumnReader } from "./read-columns.ts";
import { ColumnWriter } from "./write-columns.ts";

const stepSchema = z.object({ lane: z.string(), at: z.optional(z.int()) });
const valueSchema = z.object({
  id: z.string(),
  count: z.optional(z.int()),
  share: z.optional(z.number()),
  isOpen: z.optional(z.boolean()),
  mood: z.optional(z.enum(["well", "ill"])),
  notes: z.optional(z.record(z.string(), z.string())),
  steps: z.optional(z.array(stepSchema)),
});
type Value = z.infer<typeof valueSchema>;

const uuid = "0123abcd-4567-89ef-0123-456789abcdef";

/** The rows as decoded by the receiver of the columnar format. */
function sent(lines: readonly (readonly unknown[])[], schema: z.ZodMiniType = valueSchema): unknown[] {
  const [writer, reader] = [new ColumnWriter(), new ColumnReader(schema)];
  return lines.flatMap((values) => reader.read(JSON.parse(JSON.stringify(writer.write(values))), values.length));
}

const text = fc.oneof(
  fc.string(),
  fc.uuid(),
  fc.nat().map(String),
  fc.constantFrom("", "007", "-0", "1e3", "__proto__", "true", "null", "é\n"),
);
const value = fc.record(
  {
    id: text,
    count: fc.oneof(fc.integer(), fc.maxSafeInteger()),
    share: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    isOpen: fc.boolean(),
    mood: fc.constantFrom("well", "ill"),
    notes: fc.dictionary(text, text),
    steps: fc.array(fc.record({ lane: text, at: fc.integer() }, { requiredKeys: ["lane"] })),
  },
  { requiredKeys: ["id"] },
);

describe("what was written is read", () => {
  test("any values, in any lines, whether or not they have parts in common", () => {
    const values = fc
      .tuple(fc.array(value, { minLength: 1, maxLength: 5 }), fc.array(fc.array(fc.nat(4), { maxLength: 30 })))
      .map(([pool, lines]) => lines.map((line) => line.map((at) => pool[at % pool.length])));
    fc.assert(
      fc.property(values, (lines) => {
        expect(sent(lines)).toStrictEqual(JSON.parse(JSON.stringify(lines.flat())));
      }),
      { seed: 20261123, numRuns: 200 },
    );
  });

  test.each<[string, readonly string[]]>([
    ["one over and over", ["a", "a", "a"]],
    ["UUIDs", [uuid, uuid.replace("0", "f"), uuid.replaceAll("a", "0")]],
    ["almost UUIDs", [uuid, uuid.toUpperCase(), uuid.slice(1)]],
    ["numbers as texts", ["10", "9", "-3", "9007199254740991"]],
    ["almost numbers as texts", ["10", "09", "1e3"]],
  ])("texts: %s", (_what, texts) => {
    expect(sent([texts], z.string())).toEqual(texts);
  });

  test("a key that is named like a part of every object is a key like others, and nothing else", () => {
    const odd: unknown = JSON.parse('{"id":"a","notes":{"__proto__":"x","constructor":"y"}}');
    const [read] = sent([[odd]]);
    expect(JSON.stringify(read)).toBe(JSON.stringify(odd));
  });

  test("fields that are undefined are not there, and neither is what the schema does not know", () => {
    expect(sent([[{ id: "a", count: undefined, later: { of: "a newer version" } }]])).toStrictEqual([{ id: "a" }]);
  });

  test("a part that values share is sent once, and is one frozen object afterwards", () => {
    const steps = [{ lane: "controlPlane", at: 1 }];
    const values: Value[] = Array.from({ length: 20 }, (_, at) => ({ id: `c${at}`, steps }));
    const writer = new ColumnWriter();
    const lines = [writer.write(values), writer.write(values)].map((column) => JSON.stringify(column));
    expect(lines.map((line) => line.split("controlPlane").length - 1)).toEqual([1, 0]);
    const read = sent([values, values]).map((each) => valueSchema.parse(each) && each);
    const shared = new Set(read.map((each) => Object.entries(each ?? {}).find(([key]) => key === "steps")?.[1]));
    expect(shared.size).toBe(1);
    expect(Object.isFrozen([...shared][0])).toBe(true);
  });
});

describe("what is no column of the schema is a fault, and never a value", () => {
  const object = (columns: unknown) => ["o", [["id"]], 0, columns];
  const ids = ["v", ["a", "b"]];

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "o"],
    ["an unknown kind", ["x", [1, 2]]],
    ["too few values", object([["id", ["v", ["a"]]]])],
    ["too many values", object([["id", ["v", ["a", "b", "c"]]]])],
    ["a required key that is missing", ["o", [[]], 0, []]],
    ["a key without a column", object([])],
    [
      "a column without a key",
      object([
        ["id", ids],
        ["count", ["c", 1]],
      ]),
    ],
    [
      "a column for a second time",
      object([
        ["id", ids],
        ["id", ids],
      ]),
    ],
    ["keys that were never told", ["o", [["id"]], 1, [["id", ids]]]],
    ["a number beyond the dictionary", object([["id", ["r", [0, 1], 1, ["v", ["a"]]]]])],
    ["a number below it", object([["id", ["r", [0, -1], 1, ["v", ["a"]]]]])],
    ["half a number", object([["id", ["r", [0, 0.5], 2, ids]]])],
    ["a dictionary that is shorter than it says", object([["id", ["r", 0, 3, ids]]])],
    ["more values than there can be", object([["id", ["r", 0, 1e9, ["c", "a"]]]])],
    ["a value of another kind", object([["id", ["v", ["a", 7]]]])],
    ["an object among plain values", object([["id", ["v", ["a", {}]]]])],
    ["a list where there is none", ["l", 0, ["v", []]]],
    ["an object where there is none", object([["id", ["o", [[]], 0, []]]])],
    ["UUIDs that are cut off", object([["id", ["u", "AAAA"]]])],
    ["UUIDs with something over", object([["id", ["u", "A".repeat(36)]]])],
    ["differences that are none", object([["id", ["s", ["1", "2"]]]])],
  ])("%s", (_what, column) => {
    expect(() => new ColumnReader(valueSchema).read(column, 2)).toThrow(ColumnError);
  });

  test("a column with any part replaced is a fault, or gives values of the schema", () => {
    const column = JSON.stringify(
      new ColumnWriter().write([
        { id: uuid, count: 70_000, steps: [{ lane: "a" }], notes: { a: "b" } },
        { id: "b", mood: "ill", steps: [{ lane: "a" }, { lane: "b", at: 3 }] },
      ]),
    );
    const parts = [...column.matchAll(/"[^"]*"|-?\d+/g)];
    const other = fc.constantFrom("0", "1", "-1", "99", "null", '"v"', '"r"', '"id"', '"x"', "[]", "{}", "1e99");
    fc.assert(
      fc.property(fc.nat(parts.length - 1), other, (which, by) => {
        const part = parts[which];
        const broken = `${column.slice(0, part?.index)}${by}${column.slice((part?.index ?? 0) + (part?.[0].length ?? 0))}`;
        try {
          for (const each of new ColumnReader(valueSchema).read(JSON.parse(broken), 2)) valueSchema.parse(each);
        } catch (error) {
          if (!(error instanceof ColumnError)) throw error;
        }
      }),
      { seed: 20261123, numRuns: 1_000 },
    );
  });
});

test("values of several kinds in one place are refused by whoever writes", () => {
  expect(() => new ColumnWriter().write([{ id: "a" }, "b"])).toThrow(TypeError);
});
