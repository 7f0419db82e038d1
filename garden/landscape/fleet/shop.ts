import type { ProjectFleet, ShootPlan } from "../plan/shoot-plan.ts";
import { apiServerDown, nodesMissing, nodesNotReady, nodesRollingOut, prometheusDown } from "../touches/findings.ts";
import { failed, running } from "../touches/operation.ts";
import { oneStepRunning, rotation } from "../touches/rotation.ts";
import { annotated, maintained } from "../touches/standing.ts";
import { awsPool, azurePool, gcpPool } from "./pools.ts";

const storefront = {
  purpose: "production",
  provider: "aws",
  region: "eu-west-1",
  seed: "aws-eu1",
  createdBy: "mei.tanaka@harborline.example",
  highAvailability: "node",
} as const satisfies Partial<ShootPlan>;

const shoots: readonly ShootPlan[] = [
  {
    ...storefront,
    name: "storefront-eu",
    kubernetes: "1.34.9",
    ageDays: 730,
    pools: [awsPool("web", { nodes: [9, 40] }), awsPool("edge", { machine: "m7g.2xlarge", architecture: "arm64" })],
    autoRotation: {
      credentials: { sshKeypair: { rotationPeriod: "168h0m0s" }, etcdEncryptionKey: { rotationPeriod: "672h0m0s" } },
    },
    touches: [
      maintained(
        '(2/2) maintenance operations successful. Worker pool "web": Updated machine image "gardenlinux" from "1877.3.0" to "1877.6.0". Credentials "sshKeypair": rotation started.',
        15,
      ),
    ],
  },
  {
    ...storefront,
    name: "storefront-us",
    region: "us-east-1",
    seed: "aws-us1",
    kubernetes: "1.34.5",
    ageDays: 699,
    window: ["030000-0500", "040000-0500"],
    pools: [awsPool("web", { image: ["gardenlinux", "1877.3.0"], nodes: [6, 30] })],
  },
  {
    ...storefront,
    name: "storefront-apac",
    region: "ap-southeast-2",
    kubernetes: "1.33.9",
    ageDays: 512,
    window: ["020000+1000", "040000+1000"],
    autoUpdate: { kubernetes: false, images: true },
    pools: [awsPool("web", { image: ["suse-chost", "15.5.20250730"], nodes: [4, 12] })],
    touches: [nodesNotReady("web", 42)],
  },
  {
    ...storefront,
    name: "checkout",
    kubernetes: "1.34.9",
    ageDays: 590,
    pools: [awsPool("default", { nodes: [6, 18] })],
    touches: [
      nodesRollingOut("default", 6),
      running({
        task: "Waiting until worker pools have been reconciled",
        minutes: 2,
        waits: true,
      }),
      rotation("serviceAccountKey", { phase: "Preparing", days: 0.01 }),
    ],
  },
  {
    ...storefront,
    name: "search",
    provider: "gcp",
    region: "europe-west3",
    seed: "gcp-eu1",
    kubernetes: "1.35.6",
    ageDays: 388,
    pools: [gcpPool("index", { machine: "n2-highmem-16", nodes: [3, 9] }), gcpPool("query")],
    touches: [nodesMissing("index", 95, ["ERR_INFRA_RESOURCES_DEPLETED"])],
  },
  {
    ...storefront,
    name: "catalogue",
    kubernetes: "1.35.1",
    ageDays: 266,
    pools: [awsPool("default"), awsPool("import", { nodes: [0, 4] })],
    touches: [
      failed({
        task: "Waiting until worker pools have been reconciled",
        code: "ERR_INFRA_RESOURCES_DEPLETED",
        minutes: 9,
        retryingHours: 3,
      }),
    ],
  },
  {
    ...storefront,
    name: "images",
    kubernetes: "1.34.8",
    ageDays: 340,
    pools: [awsPool("default", { image: ["ubuntu", "24.4.20260722"] })],
    touches: [prometheusDown(190)],
  },
  {
    ...storefront,
    name: "loyalty",
    provider: "azure",
    region: "northeurope",
    seed: "az-eu1",
    kubernetes: "1.34.6",
    ageDays: 430,
    pools: [azurePool("default", { image: ["gardenlinux", "1877.3.0"] })],
    touches: [
      oneStepRunning("observability", 4),
      annotated("maintenance.gardener.cloud/operation", "rotate-ssh-keypair"),
    ],
  },
  {
    ...storefront,
    name: "storefront-stage",
    purpose: "evaluation",
    kubernetes: "1.35.6",
    ageDays: 400,
    pools: [awsPool("web", { nodes: [2, 6] })],
    touches: [apiServerDown(3)],
  },
  {
    ...storefront,
    name: "preview-apps",
    purpose: "development",
    kubernetes: "1.34.9",
    ageDays: 150,
    pools: [awsPool("default", { nodes: [1, 10] })],
  },
];

export const shopFleet: ProjectFleet = { project: "shop", namespace: "garden-shop", shoots };
