import { expect, test } from "vitest";
import german from "#lib/language/messages/de.json" with { type: "json" };
import { readSourceFiles } from "../source-files.ts";
import { findCatalogueErrors, findMissingMessages, findValueErrors, messageArgumentsOf } from "./catalogue-errors.ts";
import { findMessages } from "./find-messages.ts";
import { findUntranslatableTexts } from "./find-words.ts";
import { messagesInFiles, productFiles } from "./missing-german.ts";

const files = productFiles(readSourceFiles());
const messages = messagesInFiles(files);

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
  expect(findUntranslatableTexts("a.tsx", source).map((each) => each.replace(/^a\.tsx:5: /, ""))).toEqual([
    "Whole",
    "Of …",
    "Some words",
    "The end.",
  ]);
});

test("arguments are found wherever they stand in a message", () => {
  expect(
    messageArgumentsOf(
      "{a} <b>of {c, plural, one {# <d>x</d>} other {{e}}}</b> {f, number} {g, select, true {h {j} k} other {{i}}}",
    ),
  ).toEqual(["a", "b", "c", "d", "e", "f", "g", "i", "j"]);
});

test("what a catalogue lacks, has too much or says otherwise is found", () => {
  const found = ["Whole", "Of {name}", "Wrong {name}"].map((name) => ({ name, where: "a.ts:1" }));
  expect(
    findCatalogueErrors({ "Of {name}": "Von {name}", "Wrong {name}": "Falsch {nam}", Else: "Sonst" }, found),
  ).toEqual(["unused: Else", "other arguments: Wrong {name}: name but nam"]);
  expect(findMissingMessages({ "Of {name}": "Von {name}" }, found)).toEqual([
    "Whole (a.ts:1)",
    "Wrong {name} (a.ts:1)",
  ]);
});

test("every message is said with the values that it asks for", () => {
  expect(findValueErrors(messages)).toEqual([]);
});

/** Texts that look like natural language but are not translated, such as names, codes and Gardener's own texts. */
const noWords = [
  "SHA-256",
  "…/hosts.toml",
  "https://",
  "spec.",
  "Gardener …",
  "Kubernetes …",
  "Wake up",
  "Gardener and you",
  "Other pages",
  "max-sm:col-span-2 max-sm:pb-0",
  "col-span-2 pb-0",
  // Names of Gardener's tasks and texts of its maintenance.
  "Services labelled provider=kubernetes",
  "Cleaning up webhooks",
  "Cleaning extended API groups",
  "Cleaning Kubernetes resources",
  "Updates to the Shoot failed to be applied:",
  "All maintenance operations successful.",
  // Names in the server, and texts that only appear in logs.
  "Accept-Encoding",
  "leads-elsewhere …",
  "Gardener calendar",
  "Almanac has no credential of its own for this garden",
  "No kind of kubeconfig was asked for",
];

test("every text that people read is a message", () => {
  const spoken =
    /^(app\/(?!\(development\))|components\/(?!catalogue\/)|lib\/(words|view|act|fleet|forecast|manifest|notices|last-visit|saved-views|user-settings)\/|server\/(?!(config|garden|metrics|start|testing|tracing|watch|fleet\/size)\/))/;
  const found = files
    .filter(({ path }) => spoken.test(path) && !/\.fixture\./.test(path))
    .flatMap(({ path, text }) => findUntranslatableTexts(path, text));
  expect(found.filter((each) => !noWords.some((known) => each.endsWith(`: ${known}`)))).toEqual([]);
});

test("German has no message that English lacks, and each with the same arguments", () => {
  expect(findCatalogueErrors(german, messages)).toEqual([]);
});
