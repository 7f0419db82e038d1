import { expect, test } from "vitest";
import german from "#lib/language/messages/de.json" with { type: "json" };
import { isTest, readSourceFiles } from "../source-files.ts";
import { argumentsOf, catalogueFaults, valueFaults } from "./catalogue-faults.ts";
import { findMessages } from "./find-messages.ts";
import { findWords } from "./find-words.ts";

const files = readSourceFiles().filter(({ path }) => /^(app|components|lib|server)\//.test(path) && !isTest(path));
const messages = files.flatMap(({ path, text }) => findMessages(path, text));

test("messages are found with their contexts, values and places", () => {
  const source = `
    import { message, text } from "#lib/language/text.ts";
    const later = message("Open", "state");
    text("{count, plural, one {# pool} other {# pools}}", { count });
    text(later, values);
    other.text("no message");
  `;
  expect(findMessages("a.ts", source)).toEqual([
    { name: "Open [state]", where: "a.ts:3" },
    { name: "{count, plural, one {# pool} other {# pools}}", where: "a.ts:4", values: ["count"] },
  ]);
});

test("words that no catalogue can hold are found, and what only programs read is none", () => {
  const source = `
    const look = "flex items-center";
    export function Piece() {
      throwing(new Error("This is not shown."));
      return <p className="Big letters." title="Whole" aria-label={\`Of \${name}\`}>Some words {text("Said.")} {"The end."}</p>;
    }
  `;
  expect(findWords("a.tsx", source).map((each) => each.replace(/^a\.tsx:5: /, ""))).toEqual([
    "Whole",
    "Of …",
    "Some words",
    "The end.",
  ]);
});

test("arguments are found wherever they stand in a message", () => {
  expect(
    argumentsOf(
      "{a} <b>of {c, plural, one {# <d>x</d>} other {{e}}}</b> {f, number} {g, select, true {h {j} k} other {{i}}}",
    ),
  ).toEqual(["a", "b", "c", "d", "e", "f", "g", "i", "j"]);
});

test("what a catalogue lacks, has too much or says otherwise is found", () => {
  const found = ["Whole", "Of {name}", "Wrong {name}"].map((name) => ({ name, where: "a.ts:1" }));
  expect(catalogueFaults({ "Of {name}": "Von {name}", "Wrong {name}": "Falsch {nam}", Else: "Sonst" }, found)).toEqual([
    "missing: Whole (a.ts:1)",
    "unused: Else",
    "other arguments: Wrong {name}: name but nam",
  ]);
});

test("every message is said with the values that it asks for", () => {
  expect(valueFaults(messages)).toEqual([]);
});

test("German says what it has with the same arguments", () => {
  expect(catalogueFaults(german, messages).filter((fault) => !/^(missing|unused)/.test(fault))).toEqual([]);
});
