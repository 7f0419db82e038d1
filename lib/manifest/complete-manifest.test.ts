import { describe, expect, test } from "vitest";
import type { FieldSchema } from "#lib/contract/shoot-schema.ts";
import { completeManifest, describeManifestField } from "./complete-manifest.ts";
import { cursorPositionIn } from "./cursor-position.ts";
import { formatFieldPath, manifestSchema } from "./manifest-schema.ts";

const text: FieldSchema = { type: "string" };
const worker: FieldSchema = {
  type: "object",
  fields: {
    name: { ...text, description: "Name of the worker pool." },
    minimum: { type: "integer" },
    machine: {
      type: "object",
      fields: { type: text, image: { type: "object", fields: { name: text, version: text } } },
    },
    labels: { type: "object", values: text },
    zones: { type: "array", items: text },
  },
};
const schema = manifestSchema({
  type: "object",
  fields: {
    purpose: { type: "string", enum: ["evaluation", "production"], description: "What it is for." },
    hibernation: {
      type: "object",
      fields: { enabled: { type: "boolean" }, schedules: { type: "array", items: text } },
    },
    provider: { type: "object", fields: { type: text, workers: { type: "array", items: worker } } },
  },
});

/** Splits a text with a bar that marks the cursor into the text and the position of the bar. */
function marked(given: string): readonly [text: string, offset: number] {
  return [given.replace("|", ""), given.indexOf("|")];
}

describe("the place of the cursor is found by indentation alone", () => {
  test.each([
    ["|", "", "key"],
    ["sp|", "", "key"],
    ["spec:\n  |", "spec", "key"],
    ["spec:\n  pur|pose: x", "spec", "key"],
    ["spec:\n  purpose: |", "spec.purpose", "value"],
    ["spec:\n  purpose: ev|", "spec.purpose", "value"],
    ["spec:\n  provider:\n    workers:\n      - |", "spec.provider.workers[0]", "key"],
    ["spec:\n  provider:\n    workers:\n      - name: a\n        mi|", "spec.provider.workers[0]", "key"],
    [
      "spec:\n  provider:\n    workers:\n      - name: a\n      - name: b\n        mi|",
      "spec.provider.workers[1]",
      "key",
    ],
    [
      "spec:\n  provider:\n    workers:\n    - name: a\n    - name: b\n      machine:\n        |",
      "spec.provider.workers[1].machine",
      "key",
    ],
    ["spec:\n  provider:\n    workers:\n    - machine:\n        im|", "spec.provider.workers[0].machine", "key"],
    ["spec:\n  a: 1\n\n  # said\n\n  |\n  b: 2", "spec", "key"],
    ["spec:\n  a: |\n", "spec.a", "value"],
    ["metadata:\n  labels:\n    a.b/c: |", "metadata.labels[a.b/c]", "value"],
    ['metadata:\n  labels:\n    "x y":\n      |', "metadata.labels[x y]", "key"],
    ["spec:\r\n  prov|", "spec", "key"],
    ["spec: &anchor\n  pur|", "spec", "key"],
    ["- - |", "[0][0]", "key"],
  ])("%j", (given, path, writes) => {
    const place = cursorPositionIn(...marked(given));
    expect(place && [formatFieldPath(place.path), place.writes]).toEqual([path, writes]);
  });

  test.each([
    ["in a comment", "spec: # pur|"],
    ["in a block of text", "spec:\n  note: >\n    pur|"],
    ["below a value", "spec:\n  purpose: x\n    deep|"],
    ["in quotes", 'spec:\n  purpose: "ev|'],
    ["in a flow", "spec: { pur|"],
    ["right behind the colon", "spec:\n  purpose:|"],
    ["before what is there", "spec:\n  purpose: |evaluation"],
  ])("nothing is proposed %s", (_case, given) => {
    expect(cursorPositionIn(...marked(given))).toBeUndefined();
  });

  test("whatever is written, at every place, it answers", () => {
    const strange = "a:\n- -\n  - ? x\n\t: |\n''\":-\n  - b: {c\n -d:\n#\n\u0000é: 1\n";
    for (let offset = -1; offset <= strange.length + 1; offset += 1) {
      expect(() => [cursorPositionIn(strange, offset), describeManifestField(strange, offset, schema)]).not.toThrow();
    }
  });
});

const labels = (given: string) => completeManifest(...marked(given), schema)?.options.map(({ label }) => label);

describe("what is offered is what the schema has there and the text has not", () => {
  test.each([
    ["spec:\n  |", ["purpose", "hibernation", "provider"]],
    ["spec:\n  purpose: production\n  |\n  provider:\n    type: gcp", ["hibernation"]],
    ["spec:\n  purpose: |", ["evaluation", "production"]],
    ["spec:\n  hibernation:\n    enabled: |", ["true", "false"]],
    [
      "spec:\n  provider:\n    workers:\n      - name: a\n        |\n        minimum: 1",
      ["machine", "labels", "zones"],
    ],
    ["spec:\n  provider:\n    workers:\n      - name: a\n      - |", ["name", "minimum", "machine", "labels", "zones"]],
    ["spec:\n  provider:\n    workers:\n      - na|me: a\n        minimum: 1", ["name", "machine", "labels", "zones"]],
    ["spec:\n  unheard:\n    |", undefined],
    ["spec:\n  provider:\n    type: |", undefined],
    ["metadata:\n  |", ["name", "namespace", "labels", "annotations"]],
  ])("%j offers %j", (given, offered) => {
    expect(labels(given)).toEqual(offered);
  });

  test.each([
    ["spec:\n  pur|", "purpose", "purpose: "],
    ["spec:\n  hib|", "hibernation", "hibernation:\n    "],
    ["spec:\n  hibernation:\n    |", "schedules", "schedules:\n      - "],
    ["spec:\n  pur|pose: x", "purpose", "purpose"],
  ])("at %j %s is written as %j", (given, label, insert) => {
    const option = completeManifest(...marked(given), schema)?.options.find((one) => one.label === label);
    expect(option?.insert).toBe(insert);
  });

  test("what is typed is replaced, to the end of the word", () => {
    const [text, offset] = marked("spec:\n  pur|pose: x");
    expect(completeManifest(text, offset, schema)).toMatchObject({ from: 8, to: 15 });
  });
});

test.each([
  [
    "spec:\n  pur|pose: production",
    { title: "spec.purpose", detail: "string", info: "What it is for. One of evaluation, production." },
  ],
  [
    "spec:\n  provider:\n    workers:\n      - na|me: a",
    { title: "spec.provider.workers[0].name", detail: "string", info: "Name of the worker pool." },
  ],
  ["spec:\n  provider:\n    wor|kers:", { title: "spec.provider.workers", detail: "list of object", info: "" }],
  [
    "spec:\n  provider:\n    workers:\n    - lab|els:",
    { title: "spec.provider.workers[0].labels", detail: "map of string", info: "" },
  ],
])("the note at %j says %j", (given, note) => {
  expect(describeManifestField(...marked(given), schema)).toMatchObject(note);
});

test("a value has no note, nor has a field that nobody knows", () => {
  expect(describeManifestField(...marked("spec:\n  purpose: produ|ction"), schema)).toBeUndefined();
  expect(describeManifestField(...marked("spec:\n  unhe|ard: 1"), schema)).toBeUndefined();
});
