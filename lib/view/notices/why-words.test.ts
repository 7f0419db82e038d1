import { expect, test } from "vitest";
import { whyWords } from "./why-words.ts";

test.each([
  "Too many notices came at once.",
  "The mail server does not accept Almanac's user or password.",
  "It answers 503.",
  "It answers 302 and leads elsewhere, which Almanac does not follow.",
  "The mail server does not accept the mail. It answers 554.",
  "What a newer build wrote.",
])("in English a reason is what was kept: %s", (why) => {
  expect(whyWords(why)).toBe(why);
});
