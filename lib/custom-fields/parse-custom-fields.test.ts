import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customFieldLimits } from "./custom-field.ts";
import { customFieldIdOf, customFieldsOfRow, isDefaultValueFor } from "./custom-field-values.ts";
import { parseCustomFields } from "./parse-custom-fields.ts";

const parse = (json: unknown) => parseCustomFields(JSON.stringify(json));
const team = { name: "Team", path: "metadata.labels.team" };

test("a field has the defaults of Gardener's dashboard", () => {
  expect(parse({ team })).toEqual({
    problems: [],
    fields: [
      {
        ...{ key: "team", label: "Team", name: "Team", steps: ["metadata", "labels", "team"] },
        ...{ showColumn: true, columnSelectedByDefault: true, weight: 0, searchable: true, showDetails: true },
      },
    ],
  });
});

test("the annotation can be a list, as newer versions of Gardener's dashboard write it", () => {
  expect(
    parse([team, { name: "Type", path: "spec.networking.type" }]).fields.map(({ key, name }) => [key, name]),
  ).toEqual([
    ["0", "Team"],
    ["1", "Type"],
  ]);
});

test("fields are in the order of their weights, equal ones as they are written", () => {
  const of = (name: string, weight: number) => ({ ...team, name, weight });
  expect(parse([of("c", 2), of("a", -1), of("d", 2), of("b", 0)]).fields.map(({ name }) => name)).toEqual([..."abcd"]);
});

describe("what is wrong is named, and does not hide the rest", () => {
  test.each<[string, unknown, readonly object[], number]>([
    ["no annotation", undefined, [], 0],
    ["an empty one", " ", [], 0],
    ["no JSON", "{", [{ kind: "not-json" }], 0],
    ["a text", '"a"', [{ kind: "no-fields" }], 0],
    ["null", "null", [{ kind: "no-fields" }], 0],
    ["too much", `"${"ä".repeat(customFieldLimits.bytes / 2)}"`, [{ kind: "too-large" }], 0],
    ["a field that is null", '{"a":null}', [{ kind: "not-a-field", key: "a" }], 0],
    ["a field that is a list", '{"a":[]}', [{ kind: "not-a-field", key: "a" }], 0],
    [
      "a field without name and path",
      '{"a":{}}',
      [
        { kind: "missing", key: "a", property: "name" },
        { kind: "missing", key: "a", property: "path" },
      ],
      0,
    ],
    ["a name of separators", '{"a":{"name":" ,:","path":"b"}}', [{ kind: "missing", key: "a", property: "name" }], 0],
    ["a path that is none", '{"a":{"name":"A","path":"b..c"}}', [{ kind: "not-a-path", key: "a" }], 0],
    [
      "a path to what is not read",
      '{"a":{"name":"A","path":"metadata.managedFields[0].manager"}}',
      [{ kind: "not-read", key: "a" }],
      0,
    ],
    ["a name that is a number", '{"a":{"name":7,"path":"b"}}', [{ kind: "wrong-type", key: "a", property: "name" }], 0],
    [
      "a flag that is a text",
      '{"a":{"name":"A","path":"b","showColumn":"false"}}',
      [{ kind: "wrong-type", key: "a", property: "showColumn" }],
      1,
    ],
    [
      "an icon of another kind",
      '{"a":{"name":"A","path":"b","icon":"fa-x"}}',
      [{ kind: "wrong-type", key: "a", property: "icon" }],
      1,
    ],
    [
      "a property that is not known",
      '{"a":{"name":"A","path":"b","colour":1}}',
      [{ kind: "unknown-property", key: "a", property: "colour" }],
      1,
    ],
    [
      "the same name twice",
      '{"a":{"name":"A","path":"b"},"b":{"name":"a","path":"c"}}',
      [{ kind: "same-name", key: "b" }],
      1,
    ],
    ["a key of every object", '{"__proto__":{"name":"A","path":"constructor.name"}}', [], 1],
  ])("%s", (_what, annotation, problems, fields) => {
    const parsed = parseCustomFields(typeof annotation === "string" ? annotation : undefined);
    expect(parsed.problems).toEqual(problems);
    expect(parsed.fields).toHaveLength(fields);
  });

  test("too many fields", () => {
    const many = Array.from({ length: customFieldLimits.fields + 1 }, (_, at) => ({ ...team, name: `F${at}` }));
    expect(parse(many).fields).toHaveLength(customFieldLimits.fields);
    expect(parse(many).problems).toEqual([{ kind: "too-many" }]);
  });

  test("any JSON is read, and gives a row that can be stored", () => {
    const field = fc.dictionary(fc.constantFrom("name", "path", "icon", "weight", "showColumn", "x"), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), field)), fc.jsonValue(), (annotation, shoot) => {
        const { fields } = parse(annotation);
        for (const value of Object.values(customFieldsOfRow(shoot, fields).customFields ?? {}))
          expect(typeof value).toBe("string");
      }),
      { seed: 20261130, numRuns: 300 },
    );
  });
});

describe("a row", () => {
  const shoot = { metadata: { labels: { team: "blue" }, annotations: { "a,b": "c" } }, spec: {} };
  const rowOf = (json: unknown) => customFieldsOfRow(shoot, parse(json).fields);

  test("has the values of the fields for lists, and says which columns are shown and which are not searched", () => {
    expect(
      rowOf({
        team,
        away: { name: "Away", path: "spec.away", defaultValue: 7, weight: -1, searchable: false },
        empty: { name: "Empty", path: "spec.empty", columnSelectedByDefault: false },
        hidden: { name: "Hidden", path: "metadata.labels.team", showColumn: false },
        large: { name: "Large", path: "status.networking.pods" },
      }),
    ).toEqual({
      customFields: { "Away@spec.away": "7", "Team@metadata.labels.team": "blue" },
      shownFields: ["Away@spec.away", "Team@metadata.labels.team"],
      unsearchedFields: ["Away@spec.away"],
    });
  });

  test("has a default value only where the path finds none", () => {
    const isDefault = (path: string, defaultValue?: string) =>
      parse([{ name: "A", path, defaultValue }]).fields.map((field) => isDefaultValueFor(shoot, field));
    expect(isDefault("metadata.labels.team", "blue")).toEqual([false]);
    expect(isDefault("spec.away", "blue")).toEqual([true]);
    expect(isDefault("metadata.labels", "blue")).toEqual([true]);
    expect(isDefault("spec.away")).toEqual([false]);
  });

  test("says nothing of fields where its project has none", () => {
    expect(rowOf({})).toEqual({});
  });

  test("has ids without what separates values in addresses", () => {
    const [field] = parse([{ name: 'Cost, "centre": x@y', path: 'metadata.annotations["a,b:c\\"d%"]' }]).fields;
    expect(field && customFieldIdOf(field)).toBe("Cost centre x y@metadata.annotations[a%2Cb%3Ac%22d%25]");
  });
});
