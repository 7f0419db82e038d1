import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { condition } from "../touches/findings.ts";
import { ignored } from "../touches/next-steps.ts";
import { ended, failed, running, skipped } from "../touches/operation.ts";
import { selfHosted, unobserved } from "../touches/standing.ts";
import { awsPool, gcpPool, openstackPool } from "./pools.ts";

const managedSeed = {
  purpose: "infrastructure",
  createdBy: "olga.brandt@harborline.example",
  highAvailability: "zone",
} as const satisfies Partial<ShootPlan>;

const shoots: readonly ShootPlan[] = [
  {
    ...managedSeed,
    name: "aws-eu1",
    provider: "aws",
    region: "eu-central-1",
    seed: "gcp-eu1",
    kubernetes: "1.34.9",
    ageDays: 980,
    pools: [awsPool("default", { machine: "m6i.2xlarge", nodes: [9, 60] })],
  },
  {
    // a seed's own conditions are copied into its Shoot
    ...managedSeed,
    name: "aws-us1",
    provider: "aws",
    region: "us-east-1",
    seed: "aws-eu1",
    kubernetes: "1.34.8",
    ageDays: 702,
    pools: [awsPool("default", { machine: "m6i.2xlarge", image: ["gardenlinux", "1877.3.0"], nodes: [6, 40] })],
    touches: [
      condition({
        type: "BackupBucketsReady",
        status: "False",
        reason: "BackupBucketsError",
        message: "The following BackupBuckets have issues: aws-us1--4f1c: access denied while listing objects",
        minutes: 420,
      }),
      condition({
        type: "GardenletReady",
        status: "Unknown",
        reason: "SeedMonitorGracePeriodExceeded",
        message: "Gardenlet stopped posting seed status.",
        minutes: 11,
      }),
    ],
  },
  {
    ...managedSeed,
    name: "ops-tools",
    provider: "gcp",
    region: "europe-west3",
    seed: "gcp-eu1",
    kubernetes: "1.35.6",
    ageDays: 230,
    pools: [gcpPool("default")],
    touches: [skipped],
  },
  {
    // told to be ignored in the middle of a trouble, and changed since then
    ...managedSeed,
    name: "ops-archive",
    highAvailability: "node",
    provider: "gcp",
    region: "europe-west3",
    seed: "gcp-eu1",
    kubernetes: "1.35.3",
    ageDays: 410,
    pools: [gcpPool("default")],
    touches: [
      failed({
        task: "Waiting until Shoot infrastructure has been reconciled",
        code: "ERR_RETRYABLE_INFRA_DEPENDENCIES",
        minutes: 60 * 30,
      }),
      unobserved,
      ignored,
    ],
  },
  {
    // its control plane runs on a node of its own, on no seed
    name: "edge-gateway",
    purpose: "infrastructure",
    provider: "openstack",
    region: "de-south-1",
    seed: "os-south1",
    createdBy: "kofi.asante@harborline.example",
    kubernetes: "1.34.8",
    ageDays: 35,
    pools: [openstackPool("control", { nodes: [1, 1] }), openstackPool("default")],
    touches: [selfHosted("control")],
  },
  {
    ...managedSeed,
    name: "moving-house",
    highAvailability: "node",
    provider: "gcp",
    region: "europe-west1",
    seed: "gcp-canary",
    kubernetes: "1.35.6",
    ageDays: 140,
    pools: [gcpPool("default")],
    touches: [
      running({
        type: "Migrate",
        task: "Persisting ShootState in garden cluster",
        minutes: 6,
      }),
    ],
  },
  {
    ...managedSeed,
    name: "restored",
    highAvailability: "node",
    provider: "gcp",
    region: "europe-west1",
    seed: "gcp-canary",
    kubernetes: "1.35.6",
    ageDays: 160,
    pools: [gcpPool("default")],
    touches: [
      ended(
        "Restore",
        "Error",
        "Restoration of Shoot cluster is waiting for the backup entry. Operation will be retried.",
        9,
      ),
    ],
  },
];

export const gardenFleet: ProjectFleet = { project: "garden", namespace: "garden", shoots };
