import type { FleetRow } from "#lib/contract/fleet.ts";

/** The next action of Gardener, derived from the last operation only. */
const nextByState: Readonly<Partial<Record<string, FleetRow["next"]>>> = {
  Failed: { subject: "failed", turn: "Owner" },
  Error: { subject: "retrying", turn: "Gardener" },
  Aborted: { subject: "resuming", turn: "Gardener" },
  Processing: { subject: "reconciling", turn: "Gardener" },
};

/** The row of a healthy cluster, with a test's changes. */
export function sampleFleetRow(differs: Partial<FleetRow> = {}): FleetRow {
  const name = differs.name ?? "prod-eu1";
  return {
    uid: `uid-${name}`,
    namespace: "garden-pay",
    project: "pay",
    name,
    resourceVersion: "100",
    purpose: "production",
    provider: "gcp",
    region: "europe-west1",
    seed: "gcp-eu1",
    profile: { kind: "CloudProfile", name: "gcp" },
    health: "healthy",
    next: nextByState[differs.lastOperation?.state ?? ""] ?? { subject: "healthy", turn: "Nobody" },
    hibernated: false,
    hibernationEnabled: false,
    errorCodes: [],
    conditions: [],
    constraints: [],
    findings: 0,
    observed: true,
    kubernetes: { version: "1.33.4", classification: "supported" },
    pinnedPools: [],
    images: [{ name: "gardenlinux", version: "1592.3.0", classification: "supported", pools: ["data"] }],
    pools: 1,
    autoUpdate: { kubernetes: true, images: true },
    confineSpecUpdateRollout: false,
    ...differs,
  };
}
