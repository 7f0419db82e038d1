import { describe, expect, test } from "vitest";
import { extractStringsFromJsonHead } from "./json-head.ts";

const paths = new Set(["type", "object.kind", "object.metadata.name", "object.metadata.uid"]);
const read = (head: string) => Object.fromEntries(extractStringsFromJsonHead(head, paths));

describe("the texts in the beginning of a JSON text", () => {
  test("are those at the paths, wherever the text breaks off behind them", () => {
    const text = JSON.stringify({
      type: "ADDED",
      object: { kind: "Shoot", metadata: { name: "a", uid: "u" }, spec: {} },
    });
    const expected = { type: "ADDED", "object.kind": "Shoot", "object.metadata.name": "a", "object.metadata.uid": "u" };
    for (let end = text.indexOf('"u"') + 3; end <= text.length; end += 1)
      expect(read(text.slice(0, end))).toEqual(expected);
  });

  test("are not those of the same name elsewhere", () => {
    const elsewhere = { metadata: { name: "no", uid: "no" }, type: "no", object: { metadata: { name: "no" } } };
    const object = { spec: elsewhere, items: [elsewhere], metadata: { labels: { name: "no" }, name: "a" } };
    expect(read(JSON.stringify({ list: [elsewhere], object }))).toEqual({ "object.metadata.name": "a" });
  });

  test("may hold signs of JSON, escapes and spaces", () => {
    expect(read('{ "type" : "a\\"}{\\\\" , "object":\n{"kind":"\\u00e9"}}')).toEqual({
      type: 'a"}{\\',
      "object.kind": "é",
    });
  });

  test.each(["", "{", '{"type', '{"type":', '{"type":"AD', "[]", "null", '{"type":7}', '{"type":{"a":"b"}}', "}}}}"])(
    "are none in %j",
    (head) => expect(read(head)).toEqual({}),
  );

  test("are found however deep it is in between", () => {
    const deep = `{"type":"ADDED","object":{"spec":${'{"a":['.repeat(100_000)}${"]}".repeat(100_000)},"kind":"Shoot"}}`;
    expect(read(deep)).toEqual({ type: "ADDED", "object.kind": "Shoot" });
  });
});
