import { expect, test } from "vitest";
import type { FleetFreshness } from "#lib/contract/fleet.ts";
import { utcClock } from "#lib/words/clock.ts";
import { freshnessNoticeOf } from "./freshness-notice.ts";

const now = Date.parse("2026-11-24T14:10:00Z");
const fault = (part: string, since = "2026-11-24T14:02:00Z") => ({ part, since, reason: "forbidden" });
const say = (freshness: FleetFreshness) => freshnessNoticeOf(freshness, { now, clock: utcClock });
const live = { state: "live", asOf: "2026-11-24T14:10:00Z" } as const;

test("a page says which part is not live, since when, and what rests on it", () => {
  expect(say({ ...live, parts: [fault("CloudProfiles")] })?.sentences).toEqual([
    "CloudProfiles not live since 14:02: versions and forecasts may be old.",
  ]);
  expect(say({ ...live, parts: [fault("Projects", "2026-11-22T14:02:00Z")] })?.sentences).toEqual([
    "Projects not live since Sun 22 Nov 2026, 14:02 UTC: projects and who sees them may be old.",
  ]);
  expect(say({ ...live, parts: [fault("Quotas")] })?.sentences).toEqual(["Quotas not live since 14:02."]);
});

test("it says why nothing is known, and nothing of what is fine or broke a moment ago", () => {
  expect(say({ state: "loading", parts: [fault("CloudProfiles"), { ...fault("Shoots"), reason: "odd" }] })).toEqual({
    title: "Nothing is known yet",
    sentences: [
      "CloudProfiles have not been read yet: the garden answers 403 Forbidden.",
      "Shoots have not been read yet: the garden’s answer is of no use (odd).",
    ],
  });
  expect(say({ state: "loading" })).toBeUndefined();
  const keptSince = "2026-11-24T14:09:00Z";
  expect(
    say({ state: "loading", parts: [fault("CloudProfiles")], keptSince }),
    "what was read before is known",
  ).toEqual(say({ ...live, parts: [fault("CloudProfiles")] }));
  expect(say(live)).toBeUndefined();
  expect(say({ ...live, parts: [fault("CloudProfiles", "2026-11-24T14:09:50Z")] })).toBeUndefined();
});
