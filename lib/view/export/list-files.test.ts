import { expect, test } from "vitest";
import { csvText, filesInWords, jsonText, listFiles } from "./list-files.ts";

const files = listFiles({
  name: "things",
  noun: ["thing", "things"],
  items: [
    { name: "=cmd()", nodes: 3 },
    { name: 'a,"b"', nodes: undefined },
  ],
  fields: [
    { key: "name", label: "Name", of: ({ name }) => name },
    { key: "nodes", label: "Nodes", of: ({ nodes }) => nodes },
  ],
  filter: "?state=waiting",
  now: Date.UTC(2026, 10, 24),
  kubectl: "kubectl get things\n",
});

test("the table has a line for each item, with what a spreadsheet would take for a formula made harmless", () => {
  expect(csvText(files)).toBe('Name,Nodes\r\n\'=cmd(),3\r\n"a,""b""",\r\n');
});

test("the document has the same lines, and says of what and how many they are", () => {
  expect(JSON.parse(jsonText(files))).toEqual({
    format: 1,
    at: "2026-11-24T00:00:00Z",
    filter: "?state=waiting",
    count: 2,
    things: [{ name: "=cmd()", nodes: 3 }, { name: 'a,"b"' }],
  });
});

test("what is in the files is said, with what narrows the list down", () => {
  expect(filesInWords(files)).toBe("2 things, filter state=waiting");
  expect(filesInWords({ count: 1, noun: ["thing", "things"], filter: "" })).toBe("1 thing, no filter");
});
