import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { glossary, searchGlossary } from "#lib/words/glossary/glossary.ts";
import { repositoryRoot } from "./source-files.ts";

const paper = readFileSync(path.join(repositoryRoot, "docs/glossary.md"), "utf8");

/** The rows of the Markdown table below a heading, without padding. */
function rowsUnder(title: string): readonly string[] {
  const table = new RegExp(`^## ${title}\n\n((?:\\|.*\n)+)`, "m").exec(paper)?.[1] ?? "";
  const [, , ...rows] = table.trimEnd().split("\n");
  return rows.map((row) => row.replace(/\s+\|$/, " |").replace(/\s{2,}\|/g, " |"));
}

test.each(glossary.map((section) => [String(section.title), section.entries] as const))(
  "docs/glossary.md says of %s what the product says",
  (title, entries) => {
    const expected = entries.map(({ word, meaning, source }) => {
      return `| ${source === undefined ? word : `[${word}](${source})`} | ${meaning} |`;
    });
    expect(rowsUnder(title)).toEqual(expected);
  },
);

test("every word has an address of its own, made of its name", () => {
  const ids = glossary.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
});

test("the words of a section stand in the order of the alphabet", () => {
  for (const { entries } of glossary) {
    const words = entries.map(({ word }) => String(word));
    expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, "en")));
  }
});

test("a word is found by itself, by another name for it, and by its meaning", () => {
  const found = (asked: string) => searchGlossary(asked).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(found("Forced change")).toContain("forced-update");
  expect(found("gap")).toContain("missing-minor");
  expect(found("agent node")).toContain("kubelet");
  expect(found("  ")).toHaveLength(glossary.reduce((sum, { entries }) => sum + entries.length, 0));
  expect(found("xyzzy")).toEqual([]);
});
