import { expect, test } from "vitest";
import { text } from "#lib/language/text.ts";
import { languageOf, speakIn } from "./speak.ts";

test.each([
  ["almanac-language=de", "de"],
  ["session=a; almanac-language=de; theme=b", "de"],
  ["almanac-language=en", "en"],
  ["almanac-language=xx", "en"],
  ["almanac-language", "en"],
  ["not-almanac-language=de", "en"],
  ["", "en"],
  [undefined, "en"],
])("a browser with the cookies %j that asks for no language is answered in %s", (cookies, language) => {
  expect(languageOf(cookies, undefined)).toBe(language);
});

test("what was chosen counts before what the browser asks for", () => {
  const asked = ["almanac-language=en", "almanac-language=xx", undefined].map((cookies) =>
    languageOf(cookies, "de-AT"),
  );
  expect(asked).toEqual(["en", "de", "de"]);
});

test("what is said later, too, is said in the language of its request", async () => {
  const said = (language: "en" | "de") =>
    speakIn(language, async () => {
      await Promise.resolve();
      return text("My time");
    });
  expect(await Promise.all([said("de"), said("en")])).toEqual(["Meine Zeit", "My time"]);
  expect(text("My time")).toBe("My time");
});
