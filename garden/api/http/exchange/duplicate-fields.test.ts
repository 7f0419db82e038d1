import { expect, test } from "vitest";
import { duplicateFields } from "./duplicate-fields.ts";

test.each<[string, string, readonly string[]]>([
  ["a name that stands twice", '{"spec":{"purpose":"testing","purpose":"development"}}', ["spec.purpose"]],
  ["names by what they say", '{"a":1,"\\u0061":2}', ["a"]],
  ["objects, each by itself", '{"a":{"name":1},"b":{"name":2},"name":3}', []],
  ["items of a list, each by itself", '{"list":[{"n":1},{"n":1,"n":2}]}', ["list[1].n"]],
  ["nothing within strings", '{"a":"{\\"b\\":1,\\"b\\":2}","c":"\\\\"}', []],
  ["a list of operations", '[{"op":"add","op":"test"}]', ["[0].op"]],
  ["no object", "1", []],
])("duplicate fields are found in %s", (_what, text, found) => {
  expect(duplicateFields(text)).toEqual(found);
});
