import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { coreDnsUnhealthy, ignoredResources } from "../touches/findings.ts";
import { failed, running, tryingAgain } from "../touches/operation.ts";
import { rotation } from "../touches/rotation.ts";
import { azurePool, gcpPool } from "./pools.ts";

const lake = {
  purpose: "production",
  provider: "gcp",
  region: "europe-west3",
  seed: "gcp-eu1",
  createdBy: "pavel.novak@harborline.example",
  window: ["040000+0100", "060000+0100"],
} as const satisfies Partial<ShootPlan>;

const shoots: readonly ShootPlan[] = [
  {
    // 1.34 is missing in this profile: nowhere to go when 1.33.12 ends
    ...lake,
    name: "lake-prod",
    kubernetes: "1.33.12",
    ageDays: 740,
    pools: [gcpPool("spark", { machine: "n2-highmem-16", nodes: [8, 60] }), gcpPool("services")],
  },
  {
    ...lake,
    name: "lake-stage",
    purpose: "evaluation",
    kubernetes: "1.33.10",
    ageDays: 650,
    pools: [gcpPool("spark", { image: ["ubuntu", "22.4.20260110"], nodes: [2, 10] })],
    touches: [coreDnsUnhealthy(26)],
  },
  {
    // above 1.35 there is only a preview, which maintenance never takes
    ...lake,
    name: "reporting",
    kubernetes: "1.35.3",
    ageDays: 330,
    pools: [gcpPool("default", { image: ["ubuntu", "22.4.20260918"] })],
  },
  {
    ...lake,
    name: "event-stream",
    kubernetes: "1.35.6",
    ageDays: 421,
    pools: [gcpPool("brokers", { nodes: [5, 5] }), gcpPool("connect"), gcpPool("schema", { nodes: [2, 2] })],
    touches: [
      rotation("certificateAuthorities", {
        phase: "WaitingForWorkersRollout",
        days: 9,
        pools: ["brokers", "schema"],
      }),
      rotation("serviceAccountKey", { phase: "WaitingForWorkersRollout", days: 9, pools: ["brokers", "schema"] }),
    ],
  },
  {
    ...lake,
    name: "dwh-sql",
    provider: "azure",
    region: "westeurope",
    seed: "az-eu1",
    kubernetes: "1.33.8",
    ageDays: 598,
    autoUpdate: { kubernetes: false, images: true },
    pools: [azurePool("default", { machine: "Standard_E16s_v5", image: ["gardenlinux", "1592.14.0"] })],
    touches: [
      failed({
        task: "Waiting until Shoot infrastructure has been reconciled",
        code: "ERR_INFRA_RATE_LIMITS_EXCEEDED",
        minutes: 6,
      }),
    ],
  },
  {
    ...lake,
    name: "notebooks",
    purpose: "development",
    kubernetes: "1.35.6",
    ageDays: 200,
    pools: [gcpPool("default", { nodes: [1, 12] })],
    touches: [
      tryingAgain(
        { task: "Waiting until shoot control plane has been reconciled", minutes: 11, retryingHours: 1 },
        "Deploying shoot control plane components",
      ),
      ignoredResources(60 * 50),
    ],
  },
  {
    ...lake,
    name: "cdc-pipeline",
    provider: "azure",
    region: "westeurope",
    seed: "az-eu1",
    kubernetes: "1.34.9",
    ageDays: 260,
    pools: [azurePool("default"), azurePool("arm", { machine: "Standard_D4ps_v5", architecture: "arm64" })],
    touches: [
      rotation("etcdEncryptionKey", { phase: "Completing", days: 0.02, autoComplete: true }),
      running({
        task: "Deploying shoot system resources",
        minutes: 1,
      }),
    ],
  },
  {
    ...lake,
    name: "archive",
    provider: "azure",
    region: "westeurope",
    seed: "az-eu1",
    kubernetes: "1.35.2",
    ageDays: 180,
    pools: [azurePool("default", { image: ["ubuntu", "22.4.20260918"], nodes: [1, 3] })],
  },
];

export const analyticsFleet: ProjectFleet = { project: "analytics", namespace: "garden-analytics", shoots };
