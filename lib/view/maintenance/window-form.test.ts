import { describe, expect, test } from "vitest";
import {
  describeWindowError,
  describeWindowShape,
  formatWindowForm,
  formatWindowLength,
  formatWindowOffset,
  parseWindowOffset,
  sameWindow,
  validateWindowForm,
  windowFormOf,
  windowOffsetChoices,
} from "./window-form.ts";

describe("the window of a Shoot in its form", () => {
  test.each([
    ["whole minutes", "220000+0100", "233000+0100", { begin: "22:00", end: "23:30", offset: "+01:00" }],
    ["seconds are kept", "220030+0000", "230000+0000", { begin: "22:00:30", end: "23:00", offset: "+00:00" }],
    [
      "an end at another offset moves to the begin's",
      "220000+0100",
      "220000+0000",
      {
        begin: "22:00",
        end: "23:00",
        offset: "+01:00",
      },
    ],
    ["moving goes over midnight", "233000-0330", "040000+0000", { begin: "23:30", end: "00:30", offset: "-03:30" }],
    [
      "what cannot be read becomes a suggestion",
      "at night",
      "230000+0000",
      {
        begin: "22:00",
        end: "23:00",
        offset: "+00:00",
      },
    ],
  ])("%s", (_name, begin, end, form) => {
    expect(windowFormOf({ begin, end })).toEqual(form);
  });

  test("no window becomes the same suggestion", () => {
    expect(windowFormOf(undefined)).toEqual(windowFormOf(null));
  });

  test("a form that nobody touched says what was written", () => {
    const text = { begin: "224501+0545", end: "003000+0545" };
    expect(formatWindowForm(windowFormOf(text))).toEqual(text);
  });
});

describe("what the API server would say", () => {
  const verdict = (begin: string, end: string, offset = "+00:00") => {
    const judged = validateWindowForm({ begin, end, offset });
    return judged.ok ? describeWindowShape({ begin, end, offset }, judged.value) : describeWindowError(judged.error);
  };

  test.each([
    ["30 minutes are enough", "22:00", "22:30", "30 min long. Gardener begins within the first 15 min."],
    ["29 are not", "22:00", "22:29", "The window is 29 min long; at least 30 min are needed."],
    [
      "6 hours are possible",
      "20:00",
      "02:00",
      "6 h long, across midnight. Gardener begins within the first 5 h 45 min.",
    ],
    ["a minute more is not", "20:00", "02:01", "The window is 6 h 1 min long; at most 6 h are possible."],
    [
      "equal times mean a day",
      "22:00",
      "22:00",
      "The window is 24 h long; at most 6 h are possible, and equal times mean a whole day.",
    ],
    [
      "an empty time is asked for",
      "",
      "22:00",
      "Both times and the offset are needed, such as 22:00, 23:00 and +01:00.",
    ],
  ])("%s", (_name, begin, end, sentence) => {
    expect(verdict(begin, end)).toBe(sentence);
  });

  test("the length does not depend on the offset", () => {
    expect(verdict("23:00", "00:30", "+12:45")).toBe(verdict("23:00", "00:30"));
  });
});

test.each([
  [0, "+00:00"],
  [-210, "-03:30"],
  [345, "+05:45"],
])("an offset of %i minutes is written %s and read again", (minutes, text) => {
  expect(formatWindowOffset(minutes)).toBe(text);
  expect(parseWindowOffset(text)).toBe(minutes);
});

test("what is no offset has no minutes", () => {
  expect(parseWindowOffset("1:00")).toBeUndefined();
});

test.each([
  [0, "0 min"],
  [1800, "30 min"],
  [3600, "1 h"],
  [20_700, "5 h 45 min"],
])("%i seconds are %s", (seconds, words) => {
  expect(formatWindowLength(seconds)).toBe(words);
});

test("the offsets to choose from hold whole hours, odd ones, and the one that is written, in order", () => {
  const offsets = windowOffsetChoices("+05:17");
  expect(offsets.at(0)).toBe("-12:00");
  expect(offsets.at(-1)).toBe("+14:00");
  expect(offsets).toEqual(expect.arrayContaining(["+00:00", "+05:17", "+05:45"]));
  expect(new Set(offsets).size).toBe(offsets.length);
  const minutes = offsets.map((text) => parseWindowOffset(text) ?? Number.NaN);
  expect(minutes).toEqual([...minutes].sort((a, b) => a - b));
});

test("two windows are the same by all three fields", () => {
  const form = { begin: "22:00", end: "23:00", offset: "+01:00" };
  expect(sameWindow(form, { ...form })).toBe(true);
  expect(sameWindow(form, { ...form, offset: "+02:00" })).toBe(false);
});
