import { afterEach, expect, test } from "vitest";
import { compileLanguageBundle } from "./catalogue.ts";
import { currentLanguage, currentLocale, setLanguageProvider } from "./language-bundle.ts";
import { message, text, textParts } from "./text.ts";

const german = compileLanguageBundle("de", {
  "{count, plural, one {# cluster} other {# clusters}} selected":
    "{count, plural, one {# Cluster} other {# Cluster}} ausgewählt",
  Open: "Öffnen",
  "Open [state]": "offen",
  "Read <link>the cluster's page</link> of {name}.": "Lesen Sie die <link>Seite</link> von {name}.",
});

const before = globalThis.almanacSpeech;
afterEach(() => {
  globalThis.almanacSpeech = before;
});
const inGerman = () => setLanguageProvider(() => german);

const open = message("Open", "state");
const selected = message("{count, plural, one {# cluster} other {# clusters}} selected");

test("a message is said in English, with numbers as there", () => {
  setLanguageProvider(() => undefined);
  expect([text(selected, { count: 12_000 }), text(selected, { count: 1 }), text(open), currentLanguage()]).toEqual([
    "12,000 clusters selected",
    "1 cluster selected",
    "Open",
    "en",
  ]);
});

test("what was written before the language was known is said in that of the moment", () => {
  inGerman();
  expect([text(selected, { count: 12_000 }), text(open), text("Open"), `${open}`, currentLocale()]).toEqual([
    "12.000 Cluster ausgewählt",
    "offen",
    "Öffnen",
    "offen",
    "de-DE",
  ]);
});

test("what a catalogue lacks is said in English, with English numbers", () => {
  inGerman();
  expect(text("{count, plural, one {# pool} other {# pools}}", { count: 1_200 })).toBe("1,200 pools");
});

test("a tag makes something of its content in either language", () => {
  const parts = () =>
    textParts<object>("Read <link>the cluster's page</link> of {name}.", {
      name: "a",
      link: (content) => ({ content }),
    });
  setLanguageProvider(() => undefined);
  expect(parts()).toEqual(["Read ", { content: ["the cluster's page"] }, " of a."]);
  inGerman();
  expect(parts()).toEqual(["Lesen Sie die ", { content: ["Seite"] }, " von a."]);
});

test("a catalogue with what is no ICU message is refused", () => {
  expect(() => compileLanguageBundle("de", { "Of {name}": "Von {name" })).toThrow();
});
