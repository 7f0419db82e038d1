import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSourceFiles, repositoryRoot } from "./source-files.ts";

const controls = Array.from({ length: 32 }, (_, index) => `S${String(index + 1).padStart(2, "0")}`);

/** Titles of all unit tests and browser tests. */
const names = readSourceFiles()
  .filter(({ path: file }) => /\.(test|spec)\.tsx?$/.test(file))
  .flatMap(({ text }) => Array.from(text.matchAll(/["'`]((?:S\d\d(?:, | and )?)+):/g), ([, named = ""]) => named));

/** Names by which a document can refer to a file: its path, or only its file name. */
const citable = new Set(readSourceFiles().flatMap(({ path: file }) => [file, path.basename(file)]));
const documents = ["README.md", ...globSync("docs/**/*.md", { cwd: repositoryRoot })].sort();

test.each(documents)("%s cites no test that does not exist", (document) => {
  const text = readFileSync(path.join(repositoryRoot, document), "utf8");
  const cited = text.match(/[\w./[\]()-]+\.(?:test|spec|setup|teardown)\.tsx?/g) ?? [];
  expect(cited.filter((file) => !citable.has(file))).toEqual([]);
});

test.each(controls)("the control %s of docs/security.md has a test that is named for it", (control) => {
  expect(names.filter((name) => name.includes(control))).not.toEqual([]);
});

test("every control that a test names is in docs/security.md", () => {
  const documented = readFileSync(path.join(repositoryRoot, "docs/security.md"), "utf8");
  const ranges = Array.from(
    documented.matchAll(/\bS(\d\d)(?:–S(\d\d))?/g),
    ([, from = "", to = from]) => [+from, +to] as const,
  );
  const isDocumented = (control: string) => {
    const number = Number(control.slice(1));
    return ranges.some(([from, to]) => from <= number && number <= to);
  };
  expect(names.flatMap((name) => name.match(/S\d\d/g) ?? []).filter((control) => !isDocumented(control))).toEqual([]);
});
