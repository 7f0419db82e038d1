import { expect, test } from "vitest";
import { currentLanguage, currentLocale, setLanguageProvider } from "#lib/language/language-bundle.ts";
import { describeListExport, formatListCsv, formatListJson, prepareListExport } from "./list-files.ts";

const files = prepareListExport({
  name: "things",
  items: [
    { name: "=cmd()", nodes: 3 },
    { name: 'a,"b"', nodes: undefined },
  ],
  fields: [
    { key: "name", title: "Name of it", of: ({ name }) => name },
    { key: "nodes", title: "Nodes", of: ({ nodes }) => nodes },
  ],
  filter: "?state=waiting",
  now: Date.UTC(2026, 10, 24),
  kubectl: "kubectl get things\n",
});

test("the table has titles and a line for each item, with what a spreadsheet would take for a formula made harmless", () => {
  expect(formatListCsv(files)).toBe('Name of it,Nodes\r\n\'=cmd(),3\r\n"a,""b""",\r\n');
});

test("the document is asked in the language of the sources, and has codes where there are some", () => {
  const before = globalThis.almanacSpeech;
  setLanguageProvider(() => ({ language: "de", locale: "de-DE", messages: {} }));
  const told = prepareListExport({
    ...{ name: "things", items: [1.5], now: 0 },
    fields: [
      { key: "language", title: "Language", of: currentLanguage },
      { key: "size", title: "Size", of: (size) => size.toLocaleString(currentLocale()), code: (size) => [size] },
    ],
  });
  globalThis.almanacSpeech = before;
  expect(told.table).toEqual([
    ["Language", "Size"],
    ["de", "1,5"],
  ]);
  expect(told.document).toMatchObject({ things: [{ language: "en", size: [1.5] }] });
});

test("the document has the same lines, and says of what and how many they are", () => {
  expect(JSON.parse(formatListJson(files, []))).toEqual({
    format: 2,
    at: "2026-11-24T00:00:00Z",
    filter: "?state=waiting",
    count: 2,
    things: [{ name: "=cmd()", nodes: 3 }, { name: 'a,"b"' }],
  });
});

test("what has to be known of all lines is told once, in the document", () => {
  expect(JSON.parse(formatListJson(files, ["newer-than-known-rules"]))).toMatchObject({
    caveats: ["newer-than-known-rules"],
  });
});

const counted = (count: number) => `${count} ${count === 1 ? "thing" : "things"}`;

test("what is in the files is said, with what narrows the list down", () => {
  expect(describeListExport(files, counted)).toBe("2 things, filter state=waiting");
  expect(describeListExport({ count: 1, filter: "" }, counted)).toBe("1 thing, no filter");
});
