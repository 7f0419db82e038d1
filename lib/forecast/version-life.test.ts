import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { classifyVersion, isClassified } from "#lib/policy/versions/classify.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { expiryOfLifeSegments, lifeSegmentsOf } from "./version-life.ts";

const now = Date.parse("2026-11-12T12:00:00Z");
const day = 86_400_000;
const read = (entry: ExpirableVersion) => {
  const [listed] = listVersions([entry]);
  if (listed === undefined) throw new Error("one version was given");
  return listed;
};
const iso = (days: number) => new Date(now + days * day).toISOString().replace(".000", "");

const date = fc.oneof(
  fc.integer({ min: -900, max: 900 }).map(iso),
  fc.constantFrom(null, "", "soon", "2026-11-12T12:00:00Z", "9999-12-31T23:59:59Z"),
);
const stage = fc.constantFrom("preview", "supported", "deprecated", "expired", "unavailable", "brand-new");
const classic = fc.record(
  { version: fc.constant("1.33.4"), classification: fc.option(stage), expirationDate: date },
  { requiredKeys: ["version"] },
);
const staged = fc.record({
  version: fc.constant("1.33.4"),
  lifecycle: fc.array(fc.record({ classification: stage, startTime: date }, { requiredKeys: ["classification"] }), {
    maxLength: 5,
  }),
});
const version: fc.Arbitrary<ExpirableVersion> = fc.oneof(classic, staged);

describe("the life of a version on the time line", () => {
  test("has no boundary without a date of the profile, whatever the profile says", () => {
    fc.assert(
      fc.property(version, (entry) => {
        const dates = [entry.expirationDate, ...(entry.lifecycle ?? []).map(({ startTime }) => startTime)];
        const known = new Set(dates.map(parseInstant));
        for (const { startsAt, endsAt } of lifeSegmentsOf(read(entry), classificationContextAt(now))) {
          if (startsAt !== undefined) expect(known).toContain(startsAt);
          if (endsAt !== undefined) expect(known).toContain(endsAt);
        }
      }),
    );
  });

  test("says at every instant what the policy core says", () => {
    fc.assert(
      fc.property(version, fc.integer({ min: -1_000 * day, max: 1_000 * day }), (entry, offset) => {
        const listed = read(entry);
        const at = now + offset + 0.25;
        const life = lifeSegmentsOf(listed, classificationContextAt(now));
        const held = life.filter(
          ({ startsAt = Number.NEGATIVE_INFINITY, endsAt = Number.POSITIVE_INFINITY }) => startsAt < at && at <= endsAt,
        );
        const said = classifyVersion(listed, classificationContextAt(at));
        const expected = said === "supported" && !isClassified(entry) ? "unclassified" : said;
        expect(held.map(({ stage: shown }) => shown)).toEqual([expected]);
      }),
    );
  });

  test("has exactly one present", () => {
    fc.assert(
      fc.property(version, (entry) => {
        const life = lifeSegmentsOf(read(entry), classificationContextAt(now));
        expect(life.filter(({ isNow }) => isNow)).toHaveLength(1);
      }),
    );
  });

  test.each<[string, ExpirableVersion, readonly (readonly [string, number | undefined, number | undefined])[]]>([
    [
      "classic without an end",
      { version: "1.35.6", classification: "supported" },
      [["supported", undefined, undefined]],
    ],
    [
      "classic with an end",
      { version: "1.33.4", classification: "deprecated", expirationDate: iso(12) },
      [
        ["deprecated", undefined, now + 12 * day],
        ["expired", now + 12 * day, undefined],
      ],
    ],
    ["never classified", { version: "1.33.4" }, [["unclassified", undefined, undefined]]],
    [
      "a lifecycle whose first stage is ahead",
      {
        version: "1.36.0",
        lifecycle: [
          { classification: "preview", startTime: iso(3) },
          { classification: "supported", startTime: iso(9) },
        ],
      },
      [
        ["unavailable", undefined, now + 3 * day],
        ["preview", now + 3 * day, now + 9 * day],
        ["supported", now + 9 * day, undefined],
      ],
    ],
    [
      "a date that cannot be read never comes",
      { version: "1.33.4", classification: "deprecated", expirationDate: "tomorrow" },
      [["deprecated", undefined, undefined]],
    ],
  ])("%s", (_name, entry, expected) => {
    const life = lifeSegmentsOf(read(entry), classificationContextAt(now));
    expect(life.map(({ stage: shown, startsAt, endsAt }) => [shown, startsAt, endsAt])).toEqual(expected);
  });

  test("an expiry that is this very instant is not yet effective", () => {
    const life = lifeSegmentsOf(read({ version: "1.33.4", expirationDate: iso(0) }), classificationContextAt(now));
    expect(life.find(({ isNow }) => isNow)?.stage).toBe("unclassified");
    expect(expiryOfLifeSegments(life)).toBe(now);
  });
});
