import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { filterValuesOfFleet } from "./filter-values-of-fleet.ts";

test("what clusters have in common is counted, versions from the newest on", () => {
  const on = (version: string) => ({ kubernetes: { version, classification: "supported" } });
  const { seed: _, ...unscheduled } = sampleFleetRow({ name: "c", project: "shop", ...on("1.9.0") });
  const rows = [
    sampleFleetRow({ name: "a", ...on("1.33.10") }),
    sampleFleetRow({ name: "b", ...on("1.33.9") }),
    unscheduled,
  ];
  expect(filterValuesOfFleet(rows)).toEqual({
    projects: [
      { name: "pay", clusters: 2 },
      { name: "shop", clusters: 1 },
    ],
    seeds: [{ name: "gcp-eu1", clusters: 2 }],
    versions: [
      { name: "1.33.10", clusters: 1 },
      { name: "1.33.9", clusters: 1 },
      { name: "1.9.0", clusters: 1 },
    ],
    images: [{ name: "gardenlinux:1592.3.0", clusters: 3 }],
  });
});
