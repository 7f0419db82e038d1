import { expect, test } from "vitest";
import { describeProfileDifference } from "./describe-profile-difference.ts";
import { profileDifferences, profileSnapshotOf } from "./profile-differences.ts";

const was = profileSnapshotOf({
  kubernetes: {
    versions: [
      { version: "1.33.4", classification: "deprecated", expirationDate: "2026-12-31T00:00:00Z" },
      { version: "1.32.1", classification: "deprecated" },
      { version: "1.35.0", classification: "preview" },
    ],
  },
});

test("a profile that is as it was has no differences", () => {
  expect(profileDifferences(was, was)).toEqual([]);
});

test("each difference is said with what was and what is", () => {
  const is = profileSnapshotOf({
    kubernetes: {
      versions: [
        { version: "1.33.4", classification: "deprecated", expirationDate: "2026-11-24T00:00:00Z" },
        { version: "1.35.0", classification: "supported", expirationDate: "soon" },
      ],
    },
    machineImages: [{ name: "gardenlinux", versions: [{ version: "1592.9.0", classification: "preview" }] }],
  });
  expect(profileDifferences(was, is).map((difference) => describeProfileDifference(difference))).toEqual([
    "1.33.4 now expires 23 Nov 2026 (was 30 Dec 2026)",
    "1.35.0 now expires “soon”, which is no date (was no end date)",
    "1.35.0 is now supported (was preview)",
    "gardenlinux 1592.9.0 was added as preview",
    "1.32.1 was removed",
  ]);
});

test("versions named like a property of every object are versions like others", () => {
  const odd = profileSnapshotOf({ kubernetes: { versions: [{ version: "constructor" }] } });
  expect(profileDifferences({}, odd)).toHaveLength(1);
});
