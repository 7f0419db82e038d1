import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";

/** A Seed without findings, with a test's changes. */
export function sampleSeed(differs: Partial<ListedSeed> = {}): ListedSeed {
  return {
    name: "gcp-eu1",
    provider: "gcp",
    region: "europe-west3",
    zones: ["europe-west3-a"],
    gardener: "v1.150.0",
    kubernetes: "1.34.9",
    visible: true,
    emergencyStop: false,
    taints: [],
    conditions: [{ type: "GardenletReady", status: "True" }],
    constraints: [],
    ...differs,
  };
}
