import { describe, expect, test } from "vitest";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { credentialAgesByFamily, credentialAgesOf, describeFamilyAges, queryOfAgeBin } from "./credential-ages.ts";

const now = Date.parse("2026-11-24T09:00:00Z");
const ago = (days: number) => new Date(now - days * dayMs).toISOString();

/** Clusters of all ages whose credentials were rotated, were never rotated, or have unreadable dates. */
const fleet = Array.from({ length: 400 }, (_, index) =>
  sampleFleetRow({
    name: `c${index}`,
    createdAt: index % 17 === 0 ? "soon" : ago(index * 2.5),
    rotatedAt: {
      ...(index % 3 === 0 && { certificateAuthorities: ago((index * 7) % 400) }),
      ...(index % 5 === 0 && { sshKeypair: ago((index * 30) % 900) }),
    },
    ...(index % 11 === 0 && { deletionRequestedAt: ago(1) }),
  }),
);

describe("ages of credentials", () => {
  test("every number equals the list behind it", () => {
    const families = credentialAgesByFamily(credentialAgesOf(fleet, now));
    expect(families.map(({ family }) => family)).toContain("sshKeypair");
    for (const { family, bins, due, overYear } of families)
      for (const bin of [...bins, due, overYear]) {
        const listed = filterFleet(fleet, queryOfAgeBin(emptyFleetQuery, bin), createFleetContext(now));
        expect([family, bin.filter, bin.clusters]).toEqual([family, bin.filter, listed.length]);
      }
  });

  test("the bins of a credential add up to the clusters that have it", () => {
    for (const { bins, clusters } of credentialAgesByFamily(credentialAgesOf(fleet, now)))
      expect(bins.reduce((sum, bin) => sum + bin.clusters, 0)).toBe(clusters);
  });

  test("a key pair that no cluster has renewed is not told, for not every cluster has one", () => {
    const families = credentialAgesByFamily(credentialAgesOf([sampleFleetRow({ createdAt: ago(500) })], now));
    expect(families.map(({ family }) => family)).toEqual([
      "certificateAuthorities",
      "serviceAccountKey",
      "etcdEncryptionKey",
    ]);
  });

  test("what was made by a clock that is ahead has no age yet", () => {
    const ages = credentialAgesOf([sampleFleetRow({ createdAt: ago(-2) })], now);
    expect(ages.map(({ ageMs }) => ageMs)).toEqual([0, 0, 0]);
  });

  test("a sentence says how many keep the interval, and never rounds up to all", () => {
    const rows = [
      ...Array.from({ length: 299 }, () => sampleFleetRow({ createdAt: ago(10) })),
      sampleFleetRow({ createdAt: ago(400) }),
    ];
    const [authorities] = credentialAgesByFamily(credentialAgesOf(rows, now));
    expect(authorities && describeFamilyAges(authorities)).toBe(
      "99 % of 300 at most 90 days old, 1 older than 365 days",
    );
  });
});
