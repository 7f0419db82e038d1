import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { ignoredResources, rotationImpossible } from "../touches/findings.ts";
import {
  conditionFromTheFuture,
  fullOfNulls,
  operationFromTheFuture,
  rotationFromTheFuture,
  timesFromTheFuture,
} from "../touches/future.ts";
import {
  endsIn,
  heldBy,
  ignored,
  newSchedules,
  notReportedSince,
  retriedInWindow,
  scheduledBy,
  sleepMissed,
  waitsForSeed,
} from "../touches/next-steps.ts";
import { deletionRequested, ended, failed, neverSeen, running, unschedulable } from "../touches/operation.ts";
import { hibernated, hibernationSchedule, unobserved } from "../touches/standing.ts";
import { awsPool, azurePool, gcpPool } from "./pools.ts";

const jonas = "jonas.vogel@harborline.example";
const trial = {
  purpose: "development",
  provider: "aws",
  region: "eu-central-1",
  seed: "aws-eu1",
  kubernetes: "1.35.6",
  createdBy: "pavel.novak@harborline.example",
  pools: [awsPool("default", { nodes: [1, 3] })],
} as const satisfies Partial<ShootPlan>;

const canary = {
  ...trial,
  provider: "gcp",
  region: "europe-west1",
  seed: "gcp-canary",
  pools: [gcpPool("default", { nodes: [1, 3] })],
} as const satisfies Partial<ShootPlan>;

const odd = { ...trial, purpose: "testing" } as const satisfies Partial<ShootPlan>;
const silent = {
  region: "europe-west3",
  seed: "gcp-eu2",
  pools: [gcpPool("default", { nodes: [1, 3] })],
} as const satisfies Partial<ShootPlan>;
const seedNotReady =
  "Shoot cannot be reconciled on seed: condition SeedSystemComponentsHealthy is not True. Operation will be retried.";

const shoots: readonly ShootPlan[] = [
  {
    // asleep whenever its window comes
    ...trial,
    name: "workshop",
    ageDays: 41,
    window: ["220000+0100", "230000+0100"],
    touches: [
      hibernationSchedule({ start: "0 18 * * *", end: "0 8 * * 1,2,3,4,5", location: "Europe/Berlin" }),
      hibernated(13),
      rotationImpossible(60 * 13),
    ],
  },
  {
    ...trial,
    name: "hack-2026",
    purpose: "testing",
    kubernetes: "1.34.5",
    ageDays: 33,
    autoRotation: { credentials: { etcdEncryptionKey: { rotationPeriod: "48h0m0s" } } },
    touches: [hibernated(60 * 14)],
  },
  {
    ...trial,
    name: "load-test",
    purpose: "testing",
    kubernetes: "1.36.1",
    ageDays: 6,
    touches: [
      deletionRequested(jonas, 4),
      running({
        type: "Delete",
        task: "Waiting until shoot worker nodes have been terminated",
        minutes: 1,
        waits: true,
      }),
    ],
  },
  {
    ...trial,
    name: "old-demo",
    kubernetes: "1.32.12",
    ageDays: 401,
    touches: [
      deletionRequested(jonas, 60 * 30),
      failed({
        type: "Delete",
        task: "Cleaning Kubernetes resources",
        code: "ERR_CLEANUP_CLUSTER_RESOURCES",
        minutes: 14,
        retryingHours: 9,
      }),
    ],
  },
  {
    ...trial,
    name: "vpc-peering",
    kubernetes: "1.34.9",
    ageDays: 90,
    touches: [
      deletionRequested(jonas, 60 * 52),
      failed({
        type: "Delete",
        task: "Waiting until shoot infrastructure has been deleted",
        code: "ERR_INFRA_DEPENDENCIES",
        minutes: 60 * 50,
      }),
    ],
  },
  {
    ...trial,
    name: "arm-trial",
    ageDays: 0.2,
    pools: [awsPool("default", { machine: "m7g.xlarge", architecture: "arm64", nodes: [1, 2] })],
    touches: [
      unschedulable(
        "Failed to schedule Shoot: none of the 6 seeds is valid for scheduling (3 have another provider type, 2 have no free capacity, 1 is not visible)",
        12,
      ),
    ],
  },
  { ...trial, name: "just-ordered", ageDays: 0.0003, touches: [neverSeen] },
  {
    ...trial,
    name: "leaked-keys",
    kubernetes: "1.34.8",
    ageDays: 58,
    touches: [
      failed({
        task: "Deploying cloud provider account secret",
        code: "ERR_INFRA_UNAUTHENTICATED",
        minutes: 60 * 3,
      }),
      retriedInWindow,
    ],
  },
  {
    ...trial,
    name: "subnet-lab",
    ageDays: 20,
    touches: [
      failed({
        task: "Waiting until Shoot infrastructure has been reconciled",
        code: "ERR_RETRYABLE_INFRA_DEPENDENCIES",
        minutes: 3,
      }),
    ],
  },
  {
    ...trial,
    name: "webhook-lab",
    ageDays: 29,
    touches: [
      failed({
        task: "Deploying shoot system resources",
        code: "ERR_PROBLEMATIC_WEBHOOK",
        minutes: 60 * 8,
      }),
    ],
  },
  { ...trial, name: "off-catalogue", kubernetes: "1.34.2", ageDays: 270 },
  { ...canary, name: "next-condition", ageDays: 60, touches: [conditionFromTheFuture] },
  { ...canary, name: "next-operation", ageDays: 55, touches: [operationFromTheFuture, rotationFromTheFuture] },
  { ...canary, name: "year-9999", ageDays: 50, touches: [timesFromTheFuture] },
  { ...canary, name: "half-written", ageDays: 45, touches: [fullOfNulls] },
  // What Gardener does next with them, if anything.
  { ...odd, name: "hands-off", ageDays: 44, touches: [ignored] },
  { ...odd, name: "no-word", provider: "gcp", ...silent, ageDays: 70, touches: [notReportedSince(22)] },
  {
    ...odd,
    name: "shaky-floor",
    seed: "aws-eu2",
    ageDays: 62,
    touches: [ended("Reconcile", "Error", seedNotReady, 35)],
  },
  {
    ...odd,
    name: "cut-short",
    ageDays: 37,
    touches: [ended("Reconcile", "Aborted", "Waiting until Kubernetes API server rolled out", 2)],
  },
  {
    ...odd,
    name: "second-try",
    ageDays: 31,
    touches: [
      failed({
        task: "Waiting until worker pools have been reconciled",
        code: "ERR_INFRA_QUOTA_EXCEEDED",
        minutes: 95,
      }),
      unobserved,
    ],
  },
  { ...odd, name: "trial-run", ageDays: 13.2, touches: [endsIn(19.2, "trial")] },
  { ...odd, name: "late-sleeper", ageDays: 26, touches: [sleepMissed(35)] },
  {
    ...odd,
    name: "misspelt",
    ageDays: 48,
    touches: [newSchedules({ start: "0 20 * * 1-5" }, { start: "at eight", end: "0 8 * * 1-5" })],
  },
  { ...odd, name: "thirtieth", ageDays: 52, touches: [newSchedules({ start: "0 0 30 2 *" })] },
  { ...odd, name: "packed-up", ageDays: 81, touches: [waitsForSeed("aws-us1", 50)] },
  {
    ...odd,
    name: "not-let-go",
    ageDays: 75,
    touches: [deletionRequested(jonas, 60 * 5), heldBy("backup.harborline.example/archive", 60 * 4)],
  },
  {
    // on the seed whose gardenlet is one release behind
    ...odd,
    name: "own-ways",
    provider: "azure",
    region: "westeurope",
    seed: "az-eu1",
    pools: [azurePool("default", { nodes: [1, 3] })],
    ageDays: 40,
    touches: [ignoredResources(60 * 9)],
  },
  { ...odd, name: "own-scheduler", ageDays: 0.1, touches: [neverSeen, scheduledBy("batch-scheduler")] },
];

export const sandboxFleet: ProjectFleet = { project: "sandbox", namespace: "garden-sandbox", shoots };
