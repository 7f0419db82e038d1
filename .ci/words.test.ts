import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type ReadableText, readableTextOf } from "./readable-text.ts";
import { isTestFile, readSourceFiles, repositoryRoot } from "./source-files.ts";
import { retiredPhrases, unwantedWords } from "./unwanted-words.ts";

/** Files with user-visible texts; not the embedded garden (Gardener's texts), nor the policy core (no texts). */
const scope =
  /^(app|components|lib\/(act|contract|fleet|forecast|last-visit|manifest|notices|saved-views|text|user-settings|view|words)|server\/(?!testing)\w+)\//;
const sources = readSourceFiles().filter(({ path: file }) => scope.test(file) && !isTestFile(file));
const documents = ["README.md", ...globSync("docs/*.md", { cwd: repositoryRoot })].sort();

/** Paragraphs of a document, without code, URLs and the list of unwanted words itself. */
function paragraphsOf(document: string): readonly ReadableText[] {
  const text = document
    .replace(/<!-- unwanted words -->[\s\S]*?<!-- end -->/, blankLines)
    .replace(/```[\s\S]*?```/g, blankLines)
    .replace(/`[^`]*`/g, "``")
    .replace(/\]\([^)]*\)/g, "]()");
  return text.split("\n").flatMap((line, index, lines) =>
    // A phrase can continue on the next line.
    line === "" ? [] : [{ line: index + 1, text: `${line} ${lines[index + 1]?.trim().split(" ")[0] ?? ""}` }],
  );
}

function blankLines(text: string): string {
  return text.replace(/[^\n]/g, "");
}

/** Findings such as `file:12 mend: fix it, or …`, one for each unwanted word. */
function unwantedIn(file: string, texts: readonly ReadableText[]): readonly string[] {
  return texts.flatMap(({ line, text }) =>
    unwantedWords
      .filter(({ pattern }) => pattern.test(text.replaceAll("’", "'").replace(/\s+/g, " ")))
      .map(({ word, instead }) => `${file}:${line} “${word}” (say: ${instead}): ${text.trim()}`),
  );
}

test("no sentence on screen has a word that the glossary bans", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(({ path: file, text }) => unwantedIn(file, readableTextOf(file, text)))).toEqual([]);
});

test("no sentence on screen says a retired phrase", () => {
  const said = sources.flatMap(({ path: file, text }) =>
    readableTextOf(file, text)
      .filter(({ text: sentence }) =>
        retiredPhrases.some((phrase) => phrase.test(sentence.replace(/\s+/g, " ").trim())),
      )
      .map(({ line, text: sentence }) => `${file}:${line} ${sentence.trim()}`),
  );
  expect(said).toEqual([]);
});

test.each(documents)("%s has no word that the glossary bans", (document) => {
  expect(unwantedIn(document, paragraphsOf(readFileSync(path.join(repositoryRoot, document), "utf8")))).toEqual([]);
});

/** Metaphors that are not used as names in code. */
const privateWords = new RegExp(
  [
    "(?<!ack)[gG]rounds?(?=[A-Z]|$)|[hH]eard|^[lL]ate(?=[A-Z])|[cC]rowd|[sS]tranger|[gG]rave|[kK]ept(?=[A-Z])|[wW]hole(?=[A-Z])",
    "(Words|Sentences?|Friction|Onlooker|Fixer|Truth|Outlook|Foreseen|Standing|Judge(ment)?|Surroundings)(?=[A-Z]|$)",
    "(Hops?|Lanes?|Faults?|Uptake|Obstacles?|Verdict)(?=[A-Z]|$)",
    "^(words|sentence(?!Of$|End$|Case$)|truth|outlook|foreseen|standing|judge|hop|lane|fault|uptake|obstacle|verdict)(?=[A-Z]|$)",
  ].join("|"),
);

test("no declaration of a file has a name that only this house understands", () => {
  const names = readSourceFiles()
    .filter(
      ({ path: file }) =>
        /^(app|components|garden|lib|server)\//.test(file) && !isTestFile(file) && !file.includes("/testing/"),
    )
    .flatMap(({ path: file, text }) =>
      Array.from(
        text.matchAll(/^(?:export )?(?:abstract |async )*(?:function|const|let|class|interface|type) (\w+)/gm),
        ([, name = ""]) => `${file}: ${name}`,
      ),
    );
  expect(names.length).toBeGreaterThan(8_000);
  expect(names.filter((each) => privateWords.test(each.split(": ")[1] ?? ""))).toEqual([]);
});

test("the glossary lists the banned words and what is said instead", () => {
  const glossary = readFileSync(path.join(repositoryRoot, "docs/glossary.md"), "utf8");
  const listed = /<!-- unwanted words -->([\s\S]*?)<!-- end -->/.exec(glossary)?.[1] ?? "";
  const rows = Array.from(listed.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm), ([, word = "", instead = ""]) => ({
    word,
    instead,
  })).filter(({ word }) => word !== "Not" && !word.startsWith("-"));
  expect(rows).toEqual(unwantedWords.map(({ word, instead }) => ({ word, instead })));
});

test.each([
  ["a string", 'const a = "Mend the cause.";', 1],
  ["a template", ["const a = `", "{b} is told of ", "{c}`;"].join("$"), 1],
  ["text of an element", "const a = (\n  <p>\n    Nothing is forced upon it.\n  </p>\n);", 2],
  ["a phrase over two lines", "const a = <p>Gardener goes on by\n  itself</p>;", 1],
  ["an attribute", 'const a = <Card title="Whose turn" />;', 1],
])("a banned word is found in %s", (_name, source, line) => {
  const found = unwantedIn("planted.tsx", readableTextOf("planted.tsx", source));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`planted.tsx:${line} `);
});

test.each([
  ["a comment", "// Nothing to mend.\nconst a = 1;"],
  ["a name", "const otherwise = foresee(lane);"],
  ["a code", 'const a = told.outcome === "foreseen";'],
  ["an import", 'import { a } from "./ladder component-forecast.ts";'],
  ["a class", '<p className="lane grave" />;'],
  ["a type", 'type A = "of it";'],
])("a banned word is left alone in %s", (_name, source) => {
  expect(unwantedIn("planted.tsx", readableTextOf("planted.tsx", source))).toEqual([]);
});

test("a banned word is found in a document, and not in its code", () => {
  const found = (text: string) => unwantedIn("planted.md", paragraphsOf(text));
  expect(found("Fine.\n\nA cluster is updated by\nitself.")).toHaveLength(1);
  expect(found("`lane=pool` and\n\n```\nmend\n```\n")).toEqual([]);
});
