import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Profile } from "#lib/contract/versions.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { classificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { filterVersions } from "./filter-versions.ts";
import { chooseProfiles, profileWithUsageOf } from "./read-profiles.ts";
import { versionGroups } from "./version-groups.ts";
import { describeNextUpdate, describeSegment } from "./version-labels.ts";
import type { VersionsPageSubject } from "./version-rows.ts";
import { parseVersionsQuery } from "./versions-query.ts";

const now = Date.parse("2026-11-12T12:00:00Z");
const time = { clock: { kind: "offset", offsetMinutes: 0 } as const, nowAt: now };
const kubernetes: VersionsPageSubject = { kind: "kubernetes" };
const soon = "2026-11-24T23:59:59Z";

function profile(lists: Profile["lists"], differs: Partial<Profile> = {}): Profile {
  return { kind: "CloudProfile", name: "gcp", resourceVersion: "1", ...(lists && { lists }), ...differs };
}

const gcp = profile({
  kubernetes: {
    versions: [
      { version: "1.36.1", classification: "preview" },
      { version: "1.35.6", classification: "supported" },
      { version: "1.33.4", classification: "deprecated", expirationDate: soon },
      { version: "1.33.2", classification: "deprecated", expirationDate: "2026-11-01T00:00:00Z" },
    ],
  },
});
const on = (name: string, version: string, more: Partial<FleetRow> = {}) =>
  sampleFleetRow({ name, kubernetes: { version, classification: "supported" }, images: [], ...more });

function groupsOf(profiles: readonly Profile[], rows: readonly FleetRow[], subject = kubernetes) {
  const read = profiles.map((one) => profileWithUsageOf(one, profiles, rows));
  return versionGroups({ profiles: read, subject, reading: classificationContextAt(now), rows });
}

describe("versions by minor", () => {
  const rows = [on("a", "1.33.4"), on("b", "1.33.4"), on("c", "1.33.2"), on("d", "1.31.9")];
  const groups = groupsOf([gcp], rows);

  test("stand highest first, with a row for the minor that is missing", () => {
    expect(groups.map(({ key }) => key)).toEqual(["1.36", "1.35", "1.34", "1.33", "1.31"]);
    expect(groups[2]).toMatchObject({ rows: [], gaps: [{ label: "1.34", reason: "absent", blockedClusters: 3 }] });
  });

  test("what is used without being listed has a row of its own", () => {
    expect(groups[4]?.rows).toMatchObject([{ text: "1.31.9", stage: "not-in-profile", clusters: 1, life: [] }]);
  });

  test("a cluster counts once in a minor, whatever its pools run", () => {
    const mixed = [on("e", "1.33.4", { pools: 2, pinnedPools: [{ pool: "p", version: "1.33.2" }] })];
    expect(groupsOf([gcp], mixed).find(({ key }) => key === "1.33")?.clusters).toBe(1);
  });

  test("clusters of other profiles do not count", () => {
    const others = [
      on("f", "1.33.4", { profile: { kind: "CloudProfile", name: "aws" } }),
      on("g", "1.33.4", { profile: { kind: "NamespacedCloudProfile", name: "gcp" } }),
    ];
    expect(groupsOf([gcp], others).flatMap((group) => group.rows.map(({ clusters }) => clusters))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test("a bar reads its version, stage, dates and use", () => {
    const row = groups[3]?.rows[0];
    if (row === undefined) throw new Error("there is such a row");
    expect(describeSegment(row, 0, time)).toBe(
      "1.33.4, deprecated, start unknown, expires 24 Nov 2026 (in 12 d), used by 2 clusters",
    );
  });

  test.each([
    ["1.33.4", ["no upgrade path after 24 Nov 2026"]],
    ["1.33.2", ["forced at the next maintenance: 1.33.4"]],
    ["1.35.6", ["stays"]],
  ])("what clusters on %s get is %j", (text, expected) => {
    const row = groups.flatMap((group) => group.rows).find((one) => one.text === text);
    expect(row && describeNextUpdate(row.next())).toEqual(expected);
  });
});

describe("a project's own profile", () => {
  const lists = {
    kubernetes: {
      versions: [{ version: "1.33.4", classification: "deprecated", expirationDate: "2027-02-01T00:00:00Z" }],
    },
  };
  const child = profile(lists, {
    kind: "NamespacedCloudProfile",
    name: "own",
    namespace: "garden-ml",
    project: "ml",
    parent: "gcp",
    overrides: { kubernetes: { versions: [{ version: "1.33.4", expirationDate: "2027-02-01T00:00:00Z" }] } },
  });
  const override = { profile: "ml/own", parentEndsAt: Date.parse(soon), ownEndsAt: Date.parse("2027-02-01T00:00:00Z") };

  test.each([
    ["in its own rows", child],
    ["in the rows of the CloudProfile", gcp],
  ])("shows both dates of an override %s", (_where, shown) => {
    const read = profileWithUsageOf(shown, [gcp, child], []);
    const [row] = versionGroups({
      profiles: [read],
      subject: kubernetes,
      reading: classificationContextAt(now),
      rows: [],
    })
      .flatMap(({ rows }) => rows)
      .filter(({ text }) => text === "1.33.4");
    expect(row?.overrides).toEqual([override]);
  });
});

describe("which profile is shown", () => {
  const aws = profile({ kubernetes: { versions: [{ version: "1.35.1" }] } }, { name: "aws" });
  const rows = [on("a", "1.35.1", { profile: { kind: "CloudProfile", name: "aws" } })];

  test("is the one of most clusters when nobody asks", () => {
    expect(chooseProfiles([gcp, aws], [], { rows, subject: kubernetes }).chosen).toEqual([aws]);
  });

  test("is what was asked for, and what is not there is said", () => {
    const { chosen, unknown } = chooseProfiles([gcp, aws], ["gcp", "gone"], { rows, subject: kubernetes });
    expect([chosen, unknown]).toEqual([[gcp], ["gone"]]);
  });
});

describe("odd profiles", () => {
  test.each<[string, Profile, readonly string[]]>([
    ["an empty one", profile({}), []],
    ["one that is not merged yet", profile(undefined), []],
    ["one with an unreadable version", profile({ kubernetes: { versions: [{ version: "one" }] } }), ["unreadable"]],
  ])("%s is shown as far as it is known", (_name, odd, expected) => {
    expect(groupsOf([odd], []).map(({ key }) => key)).toEqual(expected);
  });

  test("400 versions are laid out, with the update of each, without a long task", () => {
    const versions = Array.from({ length: 400 }, (_, index) => ({
      version: `1.${20 + Math.floor(index / 20)}.${index % 20}`,
      classification: index % 3 ? "deprecated" : "supported",
      expirationDate: new Date(now + index * 86_400_000).toISOString(),
    }));
    // Measures the processor time of this thread, so that other work on the machine does not matter.
    const started = process.threadCpuUsage();
    const rows = groupsOf([profile({ kubernetes: { versions } })], []).flatMap((group) => group.rows);
    const words = rows.map((row) => describeNextUpdate(row.next()));
    const { user, system } = process.threadCpuUsage(started);
    expect([rows.length, words.length]).toEqual([400, 400]);
    expect((user + system) / 1_000).toBeLessThan(400);
  });
});

describe("filters", () => {
  const groups = groupsOf([gcp], [on("a", "1.33.4")]);
  const shown = (text: string) => {
    const filtered = filterVersions(groups, parseVersionsQuery(new URLSearchParams(text)), now);
    return filtered.groups.flatMap(({ rows, gaps }) => [
      ...rows.map((row) => row.text),
      ...gaps.map(({ label }) => label),
    ]);
  };

  test.each([
    ["", ["1.36.1", "1.35.6", "1.34", "1.33.4", "1.33.2"]],
    ["stage=preview", ["1.36.1", "1.34"]],
    ["used=1", ["1.34", "1.33.4"]],
    ["expiring=..30d", ["1.34", "1.33.4"]],
    ["minor=1.33", ["1.33.4", "1.33.2"]],
    ["arch=arm64", ["1.34"]],
  ])("%j shows %j", (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});
