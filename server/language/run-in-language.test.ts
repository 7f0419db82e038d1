import { expect, test } from "vitest";
import * as z from "zod/mini";
import { text } from "#lib/language/text.ts";
import { HeapGuard } from "#server/boundary/heap-guard.ts";
import { defaultBodyLimits, readJsonBody } from "#server/boundary/json-body.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { languageOfRequest, runInLanguage } from "./run-in-language.ts";

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
  expect(languageOfRequest({ cookie: cookies })).toBe(language);
});

test("what was chosen counts before what the browser asks for", () => {
  const asked = ["almanac-language=en", "almanac-language=xx", undefined].map((cookies) =>
    languageOfRequest({ cookie: cookies, "accept-language": "de-AT" }),
  );
  expect(asked).toEqual(["en", "de", "de"]);
});

test.each([
  ["en", "en"],
  ["de", "de"],
  ["xx", "de"],
  [["en", "de"], "de"],
])("a page that says it speaks %j is answered in %s, whatever was chosen on another device since", (page, language) => {
  expect(languageOfRequest({ "x-almanac-language": page, cookie: "almanac-language=de" })).toBe(language);
});

test("what is said later, too, is said in the language of its request", async () => {
  const said = (language: "en" | "de") =>
    runInLanguage(language, async () => {
      await Promise.resolve();
      return text("My time");
    });
  expect(await Promise.all([said("de"), said("en")])).toEqual(["Meine Zeit", "My time"]);
  expect(text("My time")).toBe("My time");
});

/** The response to a request for German texts. */
function refusedInGerman(work: () => unknown): Promise<unknown> {
  return runInLanguage("de", async () => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ProblemError) return error.facts.detail;
      throw error;
    }
    return undefined;
  });
}

test("whom a full heap refuses, and whose request is too large, is told so in their language", async () => {
  const guard = new HeapGuard({ now: () => 0, read: () => ({ usedBytes: 9, keptBytes: 9, limitBytes: 10 }) });
  expect(await refusedInGerman(() => guard.requireRoom("export"))).toMatch(/zu wenig Speicher für einen Export/);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify("x".repeat(defaultBodyLimits.bytes));
  const request = new Request("https://almanac.example/", { method: "POST", headers, body });
  expect(await refusedInGerman(() => readJsonBody(request, z.unknown()))).toMatch(/^Eine Anfrage darf höchstens 65536/);
});
