import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { newestRules } from "../editions/gardener-rules.ts";
import { type ShootSchedulingResult, scheduleShoot } from "./schedule-shoot.ts";
import type { SchedulingFacts } from "./seed-filters.ts";

export const schedulingSeedZones = ["eu-1a", "eu-1b", "eu-1c"];
const networks = { nodes: "10.0.0.0/16", pods: "fd00:10::/48", services: "fd00:20::/108" };

export function schedulingShootWith(spec: Partial<ShootSpec> = {}): Shoot {
  const workers = [{ name: "w", machine: { type: "m" }, zones: ["eu-1b"] }];
  return {
    metadata: { name: "one", namespace: "garden-p" },
    spec: { kubernetes: { version: "1.34.1" }, region: "eu-1", provider: { type: "aws", workers }, ...spec },
  };
}

export interface SeedFields {
  readonly name?: string;
  readonly metadata?: Partial<Seed["metadata"]>;
  readonly spec?: object;
  readonly status?: Seed["status"];
}

export function seedWith({ name = "s", metadata, spec, status }: SeedFields = {}): Seed {
  const conditions = ["GardenletReady", "BackupBucketsReady"].map((type) => ({ type, status: "True" }));
  return {
    metadata: { name, ...metadata },
    spec: { provider: { type: "aws", region: "eu-1", zones: schedulingSeedZones }, networks, backup: {}, ...spec },
    status: { conditions, lastOperation: { type: "Reconcile", state: "Succeeded" }, ...status },
  };
}

const facts: SchedulingFacts = { rules: newestRules, project: "p", strategy: "SameRegion", usage: new Map() };

export function scheduleOnSeeds(
  shoot: Shoot,
  seeds: readonly Seed[],
  more: Partial<SchedulingFacts> = {},
): ShootSchedulingResult {
  return scheduleShoot(shoot, seeds, { ...facts, ...more });
}

export const seedConditionsWithout = (type: string) => ({
  conditions: ["GardenletReady", "BackupBucketsReady"].map((each) => ({
    type: each,
    status: each === type ? "False" : "True",
  })),
});
export const highAvailabilitySpec = (type: string) => ({
  controlPlane: { highAvailability: { failureTolerance: { type } } },
});
export const zoneSelectionSeedSpec = (mode: string, ...offered: readonly string[]) => ({
  provider: { type: "aws", region: "eu-1", zones: offered },
  settings: { zoneSelection: { mode } },
});
export const stoppedSeedMetadata = { annotations: { "shoot.gardener.cloud/emergency-stop-reconciliations": "true" } };
export const defaultDomainSeedSpec = { dns: { defaults: [{ domain: "example.org" }] } };
