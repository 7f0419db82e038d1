import { expect, test } from "vitest";
import { languageOfCookies, preferredLanguage } from "./languages.ts";

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["DE-de", "de"],
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["en-US,en;q=0.9,de;q=0.8", "en"],
  ["en;q=0.7, de;q=0.9", "de"],
  ["de ; q=0.4 , en ; q=0.3", "de"],
  ["fr,de;q=0.5,en;q=0.4", "de"],
  ["de;q=0", "en"],
  ["de;q=0,en;q=0", "en"],
  ["de;q=much,en;q=0.1", "en"],
  ["en,de", "en"],
  ["de,en", "de"],
  ["fr-FR,fr;q=0.9", "en"],
  ["*", "en"],
  ["german", "en"],
  [",;,=;q", "en"],
  ["constructor", "en"],
  ["", "en"],
  [undefined, "en"],
  [null, "en"],
])("a browser that asks for %j gets %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test("only a language that Almanac speaks counts as chosen", () => {
  expect(
    ["almanac-language=de", "a=b; almanac-language=en", "almanac-language=toString", ""].map(languageOfCookies),
  ).toEqual(["de", "en", undefined, undefined]);
});
