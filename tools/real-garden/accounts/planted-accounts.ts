import { secretObject } from "#garden/api/core/core-objects.ts";
import { tierLabel } from "#garden/landscape/garden/quotas.ts";
import { buildMachineTypes, buildRegions } from "#garden/landscape/profiles/profile-data.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { memberWithRoles } from "#lib/policy/projects/project-members.ts";
import { people, projectOf } from "../projects/planted-objects.ts";

/** Namespaces of the project with the clusters, and of another one whose credentials it uses, too. */
export const shopNamespace = "garden-ra-shop";
export const farNamespace = "garden-ra-far";

/** The demo's operators limit the bindings of projects without this label, which no real garden here does. */
function unlimited(project: Project): Project {
  return { ...project, metadata: { ...project.metadata, labels: { [tierLabel]: "fleet" } } };
}

/** Projects in which each of the demo's people may do something else with accounts. */
export const accountProjects: readonly Project[] = [
  projectOf({
    name: "ra-shop",
    owner: people.ravi,
    members: [
      memberWithRoles(people.lena, ["admin"]),
      memberWithRoles(people.tomas, ["viewer"]),
      memberWithRoles(people.sam, ["uam"]),
    ],
  }),
  projectOf({ name: "ra-far", owner: people.ravi, members: [memberWithRoles(people.tomas, ["admin"])] }),
].map(unlimited);

/** Type of the provider of all clusters here; of the others only bindings are made. */
export const providerType = "local";

const profileName = "ra-local";
const profile: CloudProfile = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "CloudProfile",
  metadata: { name: profileName },
  spec: {
    type: providerType,
    kubernetes: { versions: [{ version: "1.33.2" }, { version: "1.33.4" }, { version: "1.34.1" }] },
    machineImages: [
      {
        name: "gardenlinux",
        versions: [{ version: "1.0.0", cri: [{ name: "containerd" }], architectures: ["amd64"] }],
      },
    ],
    machineTypes: buildMachineTypes([["m", 4, 8]]),
    volumeTypes: [{ name: "standard", class: "standard", usable: true }],
    regions: buildRegions({ here: ["a"] }),
  },
};

/** The reference to credentials of a namespace, as a CredentialsBinding has it. */
export function toSecret(name: string, namespace = shopNamespace) {
  return { apiVersion: "v1", kind: "Secret", name, namespace };
}

export function toIdentity(name: string, namespace = shopNamespace) {
  return { apiVersion: "security.gardener.cloud/v1alpha1", kind: "WorkloadIdentity", name, namespace };
}

export function secretBinding(name: string, secretRef: object, more: object = {}): KubeObject {
  const metadata = { name, namespace: shopNamespace };
  const fields = { provider: { type: providerType }, secretRef, ...more };
  return { apiVersion: "core.gardener.cloud/v1beta1", kind: "SecretBinding", metadata, ...fields };
}

export function credentialsBinding(name: string, credentialsRef: object, more: object = {}): KubeObject {
  const metadata = { name, namespace: shopNamespace };
  const fields = { provider: { type: providerType }, credentialsRef, ...more };
  return { apiVersion: "security.gardener.cloud/v1alpha1", kind: "CredentialsBinding", metadata, ...fields };
}

export function identity(name: string, type: string, namespace = shopNamespace): KubeObject {
  const spec = { audiences: ["cloud"], targetSystem: { type, providerConfig: { account: "x" } } };
  return {
    apiVersion: "security.gardener.cloud/v1alpha1",
    kind: "WorkloadIdentity",
    metadata: { name, namespace },
    ...{ spec },
  };
}

export function quota(name: string, kind: "Project" | "Secret" | "WorkloadIdentity", namespace = shopNamespace) {
  const versions = {
    Project: "core.gardener.cloud/v1beta1",
    Secret: "v1",
    WorkloadIdentity: "security.gardener.cloud/v1alpha1",
  };
  const spec = { scope: { apiVersion: versions[kind], kind }, clusterLifetimeDays: 9_999, metrics: { cpu: "200" } };
  return { apiVersion: "core.gardener.cloud/v1beta1", kind: "Quota", metadata: { name, namespace }, ...{ spec } };
}

export function secret(name: string, namespace = shopNamespace): KubeObject {
  return secretObject({ name, namespace }, { account: "not-a-real-key" });
}

const inShop = (name: string) => ({ name, namespace: shopNamespace });

export const plantedCredentials: readonly KubeObject[] = [
  ...[secret("key-a"), secret("key-b"), secret("key-far", farNamespace), secret("key-lone")],
  ...[identity("wi-local", providerType), identity("wi-other", "aws"), identity("wi-far", providerType, farNamespace)],
  ...[quota("q-project", "Project"), quota("q-secret", "Secret"), quota("q-far", "Secret", farNamespace)],
];

export const plantedSecretBindings: readonly KubeObject[] = [
  secretBinding("sb-a", inShop("key-a")),
  secretBinding("sb-b", inShop("key-b")),
  secretBinding("sb-far", { name: "key-far", namespace: farNamespace }),
  secretBinding("sb-two", inShop("key-a"), { provider: { type: "aws,local" } }),
  secretBinding("sb-quota", inShop("key-a"), { quotas: [inShop("q-project"), inShop("q-secret")] }),
];

export const plantedCredentialsBindings: readonly KubeObject[] = [
  credentialsBinding("cb-a", toSecret("key-a")),
  credentialsBinding("cb-b", toSecret("key-b")),
  credentialsBinding("cb-far", toSecret("key-far", farNamespace)),
  credentialsBinding("cb-aws", toSecret("key-a"), { provider: { type: "aws" } }),
  credentialsBinding("cb-quota", toSecret("key-a"), { quotas: [inShop("q-project")] }),
  credentialsBinding("cb-identity", toIdentity("wi-local")),
  credentialsBinding("cb-identity-far", toIdentity("wi-far", farNamespace)),
];

export const plantedBindings = [...plantedSecretBindings, ...plantedCredentialsBindings];

interface PlantedCluster {
  readonly secretBindingName?: string;
  readonly credentialsBindingName?: string;
}

/** A cluster that nothing ever builds: without a Seed. It has a pool of nodes if it has a binding. */
export function cluster(name: string, binding: PlantedCluster): Shoot {
  const hasPool = binding.secretBindingName !== undefined || binding.credentialsBindingName !== undefined;
  const pool = {
    name: "pool",
    minimum: 1,
    maximum: 2,
    maxSurge: 1,
    maxUnavailable: 0,
    machine: { type: "m", architecture: "amd64", image: { name: "gardenlinux", version: "1.0.0" } },
    cri: { name: "containerd" },
    volume: { type: "standard", size: "50Gi" },
    zones: ["a"],
    systemComponents: { allow: true },
  };
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "Shoot",
    metadata: { name, namespace: shopNamespace },
    spec: {
      purpose: "evaluation",
      region: "here",
      cloudProfile: { kind: "CloudProfile", name: profileName },
      ...binding,
      kubernetes: { version: "1.33.2" },
      provider: { type: providerType, ...(hasPool && { workers: [pool] }) },
      ...(hasPool && {
        networking: { type: "calico", services: "100.64.0.0/13", pods: "100.96.0.0/11", nodes: "10.250.0.0/16" },
      }),
      maintenance: {
        autoUpdate: { kubernetesVersion: false },
        timeWindow: { begin: "020000+0000", end: "030000+0000" },
      },
    },
  };
}

export const plantedClusters: readonly Shoot[] = [
  ...["sb-a", "sb-far", "sb-two", "sb-quota"].map((name) => cluster(`on-${name}`, { secretBindingName: name })),
  ...["cb-a", "cb-far", "cb-quota", "cb-identity"].map((name) =>
    cluster(`on-${name}`, { credentialsBindingName: name }),
  ),
  cluster("on-nothing", {}),
];

export const plantedProfile = profile;
