import { describe, expect, test } from "vitest";
import {
  addCustomField,
  changeCustomField,
  customFieldDifferenceOf,
  findCustomFieldAgain,
  moveCustomField,
  removeCustomField,
  writtenCustomFieldsOf,
} from "./edit-custom-fields.ts";
import { parseCustomFields } from "./parse-custom-fields.ts";

const team = { name: "Team", path: "a", colour: "red", sortable: false };
const type = { name: "Type", path: "b", weight: 5 };
const map = JSON.stringify({ team, kind: type });
const list = JSON.stringify([team, type]);
const namesOf = (annotation: string) => parseCustomFields(annotation).fields.map(({ name }) => name);

describe("a change leaves alone what it does not name", () => {
  test("a new field comes last, in a map with a key of its own, else in a list", () => {
    const change = { name: "Team", path: "c", tooltip: undefined };
    expect(JSON.parse(addCustomField(map, change))).toEqual({ team, kind: type, team2: { name: "Team", path: "c" } });
    expect(JSON.parse(addCustomField(list, change))).toEqual([team, type, { name: "Team", path: "c" }]);
    expect(JSON.parse(addCustomField(undefined, change))).toEqual([{ name: "Team", path: "c" }]);
    const keys = writtenCustomFieldsOf(addCustomField(map, { name: "2nd Cost-centre!" })).map(({ key }) => key);
    expect(keys).toEqual(["team", "kind", "field2ndCostCentre"]);
  });

  test("a field that somebody has removed meanwhile comes back with what is not known of it", () => {
    const [field] = writtenCustomFieldsOf(map);
    const again = addCustomField(removeCustomField(map, "team"), { name: "Team", path: "z" }, field);
    expect(JSON.parse(again)).toEqual({ kind: type, team: { ...team, path: "z" } });
  });

  test("properties that are not known survive, and so do the other fields", () => {
    const change = { name: "Team", path: "a.b", tooltip: "x", showColumn: false };
    const changed = { ...team, path: "a.b", tooltip: "x", showColumn: false };
    expect(JSON.parse(changeCustomField(map, "team", change))).toEqual({ team: changed, kind: type });
    expect(JSON.parse(changeCustomField(list, "0", change))).toEqual([changed, type]);
  });

  test("a property that gets its default value is removed, and a number stays a number", () => {
    const written = JSON.stringify([{ name: "A", path: "a", defaultValue: 7, showColumn: false }]);
    expect(JSON.parse(changeCustomField(written, "0", { defaultValue: "7", showColumn: undefined }))).toEqual([
      { name: "A", path: "a", defaultValue: 7 },
    ]);
  });

  test("removing the last field removes the annotation", () => {
    expect(JSON.parse(removeCustomField(map, "team"))).toEqual({ kind: type });
    expect(removeCustomField(removeCustomField(list, "0"), "0")).toBe("");
  });
});

describe("the order", () => {
  test("changes by one place, also where weights decide", () => {
    const written = JSON.stringify([
      { name: "c", path: "x", weight: 3 },
      { name: "a", path: "x" },
      { name: "b", path: "x", more: 1 },
    ]);
    expect(namesOf(written)).toEqual(["a", "b", "c"]);
    expect(namesOf(moveCustomField(written, "0", -1))).toEqual(["a", "c", "b"]);
    expect(namesOf(moveCustomField(written, "1", 1))).toEqual(["b", "a", "c"]);
    expect(JSON.parse(moveCustomField(written, "2", -1))[0]).toEqual({ name: "b", path: "x", more: 1 });
  });

  test("changes places with the next field that can be used, past those that cannot", () => {
    const written = JSON.stringify([
      { name: "a", path: "x" },
      { name: "A", path: "of the same name" },
      { name: "without a path" },
      7,
      { name: "b", path: "x" },
    ]);
    const down = moveCustomField(written, "0", 1);
    expect(namesOf(written)).toEqual(["a", "b"]);
    expect(namesOf(down)).toEqual(["b", "a"]);
    expect(JSON.parse(down)).toEqual(expect.arrayContaining(JSON.parse(written)));
    expect(namesOf(moveCustomField(written, "4", -1))).toEqual(["b", "a"]);
    expect(moveCustomField(written, "4", 1)).toBe(written);
  });

  test("changes by weights where keys are whole numbers, whose order nobody can write", () => {
    const written = JSON.stringify({
      1: { name: "a", path: "x" },
      2: { name: "b", path: "x" },
      3: { name: "c", path: "x", weight: 7 },
    });
    const down = moveCustomField(written, "1", 1);
    expect(namesOf(down)).toEqual(["b", "a", "c"]);
    expect(namesOf(moveCustomField(down, "1", -1))).toEqual(["a", "b", "c"]);
    expect(namesOf(moveCustomField(down, "3", -1))).toEqual(["b", "c", "a"]);
  });

  test("of the first and the last field cannot go further", () => {
    expect(moveCustomField(list, "0", -1)).toBe(list);
    expect(moveCustomField(list, "1", 1)).toBe(list);
  });
});

describe("after somebody else has changed the fields", () => {
  const later = JSON.stringify([
    { name: "New", path: "n" },
    { ...team, path: "z" },
  ]);

  test("a field of a list is found by what it is or by its name, one of a map by its key", () => {
    expect(findCustomFieldAgain(later, { key: "0", value: team })?.key).toBe("1");
    expect(findCustomFieldAgain(later, { key: "1", value: type })).toBeUndefined();
    expect(findCustomFieldAgain(map, { key: "kind", value: {} })?.value).toEqual(type);
  });

  test("what was added, changed and removed is named", () => {
    expect(customFieldDifferenceOf(list, later)).toEqual({ added: ["New"], changed: ["Team"], removed: ["Type"] });
    expect(customFieldDifferenceOf(map, map)).toEqual({ added: [], changed: [], removed: [] });
  });
});
