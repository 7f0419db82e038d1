import { expect, test } from "vitest";
import { highlightYaml } from "./highlight-yaml.ts";

const yaml = `apiVersion: v1
metadata:
  name: "a: b"
  labels:
    - true
    - key: 12.5
    - plain # text
  note: |
    any: thing
# end
url: https://x/y:z
`;

test("the parts joined are the text", () => {
  const joined = highlightYaml(yaml).map((line) => line.map(({ text }) => text).join(""));
  expect(`${joined.join("\n")}\n`).toBe(yaml);
});

test.each([
  [0, ["key:apiVersion", "mark::", "mark: ", "text:v1"]],
  [4, ["mark:    - ", "literal:true"]],
  [5, ["mark:    - ", "key:key", "mark::", "mark: ", "literal:12.5"]],
  [9, ["comment:# end"]],
  [10, ["key:url", "mark::", "mark: ", "text:https://x/y:z"]],
] as const)("line %i is read as %j", (line, parts) => {
  expect(highlightYaml(yaml)[line]?.map(({ kind, text }) => `${kind}:${text}`)).toEqual(parts);
});
