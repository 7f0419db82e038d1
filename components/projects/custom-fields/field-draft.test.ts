import { describe, expect, test } from "vitest";
import { changeCustomField, writtenCustomFieldsOf } from "#lib/custom-fields/edit-custom-fields.ts";
import { changeOfDraft, draftOf, errorsOfDraft, pathHint } from "./field-draft.ts";

const written = JSON.stringify({
  team: { name: "Team", path: "metadata.labels.team", defaultValue: 7, sortable: false, weight: 3, showColumn: false },
  type: { name: "Type: of network", path: "spec.networking.type" },
});
const [team] = writtenCustomFieldsOf(written);
const draft = draftOf(team);

test("a field that is opened and saved without a change stays as it is written", () => {
  expect(draft).toMatchObject({ name: "Team", defaultValue: "7", showColumn: false, searchable: true });
  expect(changeCustomField(written, "team", changeOfDraft(draft))).toBe(written);
});

test.each([true, false, 0])("saving keeps a default value that is %s", (defaultValue) => {
  const annotation = JSON.stringify([{ name: "Team", path: "a", defaultValue }]);
  const [field] = writtenCustomFieldsOf(annotation);
  expect(draftOf(field).defaultValue).toBe(String(defaultValue));
  expect(changeCustomField(annotation, "0", changeOfDraft(draftOf(field)))).toBe(annotation);
});

describe("the form says what is wrong with", () => {
  test.each<[string, object, readonly string[]]>([
    ["nothing", {}, []],
    ["a name of separators", { name: ": ," }, ["name"]],
    ["the name of another field, in other letters", { name: "type of NETWORK" }, ["name"]],
    ["no path", { path: " " }, ["path"]],
    ["a path that is none", { path: "spec..a" }, ["path"]],
    ["a path to what is not read", { path: "metadata.managedFields[0].manager" }, ["path"]],
  ])("%s", (_what, differs, fields) => {
    expect(Object.keys(errorsOfDraft({ ...draft, ...differs }, written, "team"))).toEqual(fields);
  });
});

test.each([
  ["metadata.labels.team", "Value of one: blue"],
  ["spec.absent", "one has no value there."],
  ["spec.zones", "one has no value there."],
  ["metadata.labels", "one has no single value there."],
  ["spec.pools", "one has no single value there."],
  ["status.uid", "Value of one: u · Lists do not have status.uid, only the page of a cluster."],
  ["spec..", "As in the YAML of the Shoot."],
])("what %s leads to in a cluster is said: %s", (path, hint) => {
  const shoot = { metadata: { labels: { team: "blue" } }, spec: { zones: [], pools: [{}] }, status: { uid: "u" } };
  expect(pathHint({ ...draft, path }, { name: "one", shoot })).toBe(hint);
});
