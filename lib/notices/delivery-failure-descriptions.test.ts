import { expect, test } from "vitest";
import { type DeliveryFailureCode, describeDeliveryFailure } from "./delivery-failure-descriptions.ts";

test.each<[DeliveryFailureCode, string]>([
  ["too-many-at-once", "Too many notices came at once."],
  ["certificate-untrusted", "Its certificate is not trusted."],
  ["answers 503", "It answers 503."],
  ["leads-elsewhere 302", "It answers 302 and leads elsewhere, which Almanac does not follow."],
  ["mail-refused 554", "The mail server does not accept the mail. It answers 554."],
])("a reason is kept as a code, and said as a sentence: %s", (why, words) => {
  expect(describeDeliveryFailure(why)).toBe(words);
});

test.each([
  "Too many notices came at once.",
  "The mail server does not accept Almanac's user or password.",
  "It answers 503.",
  "It answers 302 and leads elsewhere, which Almanac does not follow.",
  "The mail server does not accept the mail. It answers 554.",
])("what was kept before there were codes is still said: %s", (why) => {
  expect(describeDeliveryFailure(why)).toBe(why);
});

test.each(["a-newer-code", "a-newer-code 7", "What another build wrote.", "toString", "constructor 1", ""])(
  "a reason of another build is said as it was written: %j",
  (why) => {
    expect(describeDeliveryFailure(why)).toBe(why);
  },
);
