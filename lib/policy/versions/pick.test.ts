import fc from "fast-check";
import { expect, test } from "vitest";
import { classificationContextAt } from "./classification-context.ts";
import { isPreview } from "./classify.ts";
import { compareVersions } from "./compare.ts";
import { listVersions } from "./listed-version.ts";
import { latestQualifying } from "./pick.ts";
import { currentVersion, isExcluded, type VersionExclusion } from "./version-exclusion.ts";

const reading = classificationContextAt(Date.parse("2026-06-01T00:00:00Z"));
const few = fc.nat({ max: 3 });
const entry = fc.record(
  {
    version: fc
      .tuple(fc.nat({ max: 1 }), few, few, fc.constantFrom("", "", "-rc.1", "+a"))
      .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest}`),
    classification: fc.constantFrom("supported", "deprecated", "preview"),
    expirationDate: fc.constantFrom("2026-05-01T00:00:00Z", "2026-07-01T00:00:00Z"),
  },
  { requiredKeys: ["version"] },
);
const exclusions: fc.Arbitrary<VersionExclusion[]> = fc.subarray<VersionExclusion>([
  ...(["expired", "deprecated", "same", "lower", "differentMinorOrLowerPatch", "differentMajor"] as const),
]);

test("what is picked is the highest that qualifies, the first of equal ones, whatever the order of the list", () => {
  let picked = 0;
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), few, few, exclusions, (entries, minor, patch, chosen) => {
      const versions = listVersions(entries);
      const current = currentVersion(`1.${minor}.${patch}`);
      const qualifying = versions.filter((listed) => {
        const { version } = listed;
        if (version === undefined || isPreview(listed, reading) || isNothing(version)) return false;
        const excluded = isExcluded({ listed, version }, { current, reading }, chosen);
        return excluded.ok && !excluded.value;
      });
      const highest = qualifying.find(({ version }) =>
        qualifying.every((other) => version && other.version && compareVersions(other.version, version) <= 0),
      );
      const found = latestQualifying({ versions, current, reading }, chosen);
      expect(found.ok && found.value).toBe(highest);
      if (highest !== undefined) picked += 1;
    }),
    { numRuns: 1_000, seed: 11 },
  );
  expect(picked).toBeGreaterThan(200);
});

/** Versions 0.0.0 and below. */
function isNothing({ major, minor, patch }: { major: number; minor: number; patch: number }): boolean {
  return major === 0 && minor === 0 && patch === 0;
}
