import { expect, test } from "vitest";
import { utcClock } from "#lib/words/clock.ts";
import { gardenDataStatusLabel } from "./garden-data-status-label.ts";

test("each standing of a garden has its words, and an old one says how old", () => {
  const stale = { state: "stale", since: "2026-11-24T14:02:10Z" } as const;
  expect(gardenDataStatusLabel(stale, utcClock)).toEqual({
    text: expect.stringMatching(/^Last known 14:02/),
    role: "negative",
  });
  expect(gardenDataStatusLabel({ state: "live" }, utcClock).text).toBe("Live");
  expect(gardenDataStatusLabel({ state: "starting" }, utcClock).role).toBe("neutral");
  expect(gardenDataStatusLabel({ state: "away" }, utcClock).text).toBe("Not answering");
});
