import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { caExpiring, etcdUnhealthy, problematicWebhook, tunnelBroken } from "../touches/findings.ts";
import { changeHeld } from "../touches/next-steps.ts";
import { failed, rolloutConfined } from "../touches/operation.ts";
import { rotation } from "../touches/rotation.ts";
import { appliedFromFile, maintained } from "../touches/standing.ts";
import { awsPool } from "./pools.ts";

const production = {
  purpose: "production",
  provider: "aws",
  region: "eu-central-1",
  seed: "aws-eu1",
  createdBy: "ines.caldeira@harborline.example",
  highAvailability: "zone",
  autoUpdate: { kubernetes: false, images: false },
  window: ["010000+0100", "030000+0100"],
} as const satisfies Partial<ShootPlan>;

const shoots: readonly ShootPlan[] = [
  {
    ...production,
    name: "ledger-eu",
    kubernetes: "1.34.9",
    ageDays: 812,
    pools: [awsPool("core", { machine: "r6i.4xlarge", nodes: [6, 12] }), awsPool("batch", { nodes: [0, 8] })],
    touches: [appliedFromFile, maintained("All maintenance operations successful.", 33)],
  },
  {
    // the last 1.32 patch ends today: the next window forces the minor although auto-update is off
    ...production,
    name: "ledger-us",
    region: "us-east-1",
    seed: "aws-us1",
    kubernetes: "1.32.14",
    ageDays: 1010,
    binding: "secret",
    window: ["233000-0500", "013000-0500"],
    pools: [awsPool("core", { machine: "r6i.4xlarge", image: ["gardenlinux", "1592.9.0"], nodes: [6, 12] })],
    touches: [caExpiring(60 * 24 * 19)],
  },
  {
    ...production,
    name: "acquiring",
    kubernetes: "1.33.13",
    ageDays: 640,
    pools: [
      awsPool("pci", {
        containerRuntime: "gvisor",
        taints: [{ key: "harborline.example/zone", value: "pci", effect: "NoSchedule" }],
      }),
      awsPool("default", { kubernetes: "1.32.14" }),
    ],
    touches: [rotation("certificateAuthorities", { phase: "Prepared", days: 23 })],
  },
  {
    // accepted changes wait for the window
    ...production,
    name: "settlement",
    kubernetes: "1.34.8",
    ageDays: 455,
    pools: [awsPool("default", { nodes: [4, 9] })],
    touches: [rolloutConfined, changeHeld(40)],
  },
  {
    ...production,
    name: "fraud-scoring",
    kubernetes: "1.35.4",
    ageDays: 301,
    autoUpdate: { kubernetes: true, images: true },
    pools: [awsPool("stream", { machine: "c6i.4xlarge", nodes: [5, 20] }), awsPool("gpu", { machine: "g5.2xlarge" })],
    touches: [
      failed({
        task: "Waiting until worker pools have been reconciled",
        code: "ERR_INFRA_QUOTA_EXCEEDED",
        minutes: 42,
      }),
    ],
  },
  {
    ...production,
    name: "vault",
    kubernetes: "1.34.9",
    ageDays: 900,
    pools: [awsPool("default")],
    touches: [etcdUnhealthy(17), ...problematicWebhook(60 * 31)],
  },
  {
    ...production,
    name: "acquire-stage",
    purpose: "evaluation",
    kubernetes: "1.35.6",
    ageDays: 210,
    autoUpdate: { kubernetes: true, images: true },
    pools: [awsPool("default", { nodes: [2, 4] })],
    touches: [tunnelBroken(8)],
  },
  {
    ...production,
    name: "card-emulator",
    purpose: "testing",
    kubernetes: "1.36.1",
    ageDays: 24,
    pools: [],
  },
];

export const paymentsFleet: ProjectFleet = { project: "payments", namespace: "garden-payments", shoots };
