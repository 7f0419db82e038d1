import { expect, test } from "vitest";
import type { Profile } from "#lib/contract/versions.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
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

test("clusters that have a version through a project's own profile are counted beside its own", () => {
  const lists = { kubernetes: { versions: [{ version: "1.34.1" }] } };
  const gcp: Profile = { kind: "CloudProfile", name: "gcp", resourceVersion: "1", lists };
  const own: Profile = {
    kind: "NamespacedCloudProfile",
    name: "own",
    namespace: "garden-ml",
    project: "ml",
    resourceVersion: "1",
    parent: "gcp",
    lists,
  };
  const kubernetes = { version: "1.34.1", classification: "supported" };
  const rows = [
    sampleFleetRow({ name: "a", kubernetes }),
    sampleFleetRow({ name: "b", namespace: "garden-ml", kubernetes, profile: { kind: own.kind, name: "own" } }),
    sampleFleetRow({ name: "c", namespace: "garden-other", kubernetes, profile: { kind: own.kind, name: "own" } }),
  ];
  const rowOf = (profile: Profile) => {
    const read = profileWithUsageOf(profile, [gcp, own], rows);
    const [row] = versionRows(
      read,
      { kind: "kubernetes" },
      classificationContextAt(Date.parse("2026-11-27T06:00:00Z")),
    );
    return [row?.clusters, row?.clustersOfChildren];
  };
  expect(rowOf(gcp)).toEqual([1, 1]);
  expect(rowOf(own)).toEqual([1, 0]);
});
