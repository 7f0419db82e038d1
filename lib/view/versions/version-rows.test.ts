import { expect, test } from "vitest";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import report from "#lib/testing/reports/profile-prerelease.json" with { type: "json" };
import { profileWithUsageOf } from "./read-profiles.ts";
import { versionRows } from "./version-rows.ts";

test("versions stand highest first by their precedence, a release above its pre-releases", () => {
  const [reported] = report.profiles;
  if (reported === undefined) throw new Error("no profile");
  const profile = {
    kind: "CloudProfile",
    name: reported.metadata.name,
    resourceVersion: "1",
    lists: { machineImages: reported.spec.machineImages },
  } as const;
  const rows = versionRows(
    profileWithUsageOf(profile, [profile], []),
    { kind: "image", name: "CoreOS_v2.1" },
    classificationContextAt(Date.parse("2026-11-27T06:00:00Z")),
  );
  expect(rows.map(({ text }) => text)).toEqual([
    "4081.3.0",
    "4081.3.0-beta.10",
    "4081.3.0-beta.2",
    "4081.3.0-alpha.9",
    "4081.2.1",
  ]);
});
