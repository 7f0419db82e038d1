import { expect, test } from "vitest";
import { utcClock } from "#lib/words/clock.ts";
import { describeSources, type GardenWithCounts } from "./garden-sources.ts";

const user = { name: "operator" };
const live: GardenWithCounts = { name: "live", standing: { state: "live" }, user, answer: "figures" };
const say = (...gardens: readonly GardenWithCounts[]) => describeSources(gardens, utcClock);

test("names the gardens that a page rests on", () => {
  expect(say(live, { ...live, name: "canary" })).toEqual(["From live and canary."]);
});

test("says which garden is told as it last was, which is missing and why", () => {
  const since = "2026-11-24T14:02:10Z";
  const told = say(
    { ...live, standing: { state: "stale", since } },
    { ...live, name: "canary", answer: { fault: "The garden canary has not answered yet." } },
    { ...live, name: "small", user: undefined, answer: "waiting" },
    { ...live, name: "late", answer: "waiting" },
  );
  expect(told).toEqual([
    "From live.",
    expect.stringMatching(/^live: last known 14:02/),
    "Without canary: The garden canary has not answered yet.",
    "late is being counted.",
    "Without small: you are not signed in there.",
  ]);
});
