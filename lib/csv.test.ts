import { expect, it } from "vitest";
import { formatCsv } from "./csv.ts";

it.each([
  { name: "quotes what holds a comma or a quote", cells: ['a,"b"'], expected: '"a,""b"""\r\n' },
  { name: "keeps line breaks inside quotes", cells: ["a\nb"], expected: '"a\nb"\r\n' },
  { name: "makes formulas harmless", cells: ["=1+1", "@x", "-2"], expected: "'=1+1,'@x,'-2\r\n" },
  { name: "leaves the rest alone", cells: ["prod-eu1", ""], expected: "prod-eu1,\r\n" },
])("$name", ({ cells, expected }) => {
  expect(formatCsv([cells])).toBe(expected);
});
