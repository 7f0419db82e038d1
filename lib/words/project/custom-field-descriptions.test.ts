import { expect, test } from "vitest";
import { parseCustomFields } from "#lib/custom-fields/parse-custom-fields.ts";
import { describeCustomFieldProblem, describeUnreadableFields } from "./custom-field-descriptions.ts";

const said = (annotation: string) =>
  parseCustomFields(annotation).problems.map((problem) => describeCustomFieldProblem(problem, annotation));

test.each<[string, string, readonly string[]]>([
  ["by its name", '[{"name":"Team","path":"a..b"}]', ["The path of Team cannot be read, so the field is left out."]],
  [
    "by its place in a list, from 1, without a name",
    '[{"name":"A","path":"a"},{"path":"b"}]',
    ["Field 2 has no name, so the field is left out."],
  ],
  ["by its place without an object", "[7]", ["Field 1 is no object with properties, so it is left out."]],
  ["by its key in a map", '{"team":{"path":"a"}}', ["team has no name, so the field is left out."]],
  [
    "by its place where names are the same",
    '[{"name":"A","path":"a"},{"name":"a","path":"b"}]',
    ["Field 2 has the name of another field, so the field is left out."],
  ],
  [
    "with what follows of a name that is too long",
    `[{"name":"${"x".repeat(65)}","path":"a"}]`,
    ["name of Field 1 is too long, so the field is left out."],
  ],
  [
    "with what follows of a path of the wrong type, and of a weight",
    '[{"name":"A","path":7},{"name":"B","path":"b","weight":"1"}]',
    ["path of A has the wrong type, so the field is left out.", "weight of B has the wrong type, and is ignored."],
  ],
])("a problem names the field %s", (_how, annotation, sentences) => {
  expect(said(annotation)).toEqual(sentences);
});

test("only an annotation that cannot be read as a whole blocks changes", () => {
  for (const written of ["{", "7", `"${"x".repeat(40_000)}"`])
    expect(describeUnreadableFields(written)).toContain("does not overwrite them");
  for (const written of [undefined, "", "[]", "{}", "[7]"]) expect(describeUnreadableFields(written)).toBeUndefined();
});
