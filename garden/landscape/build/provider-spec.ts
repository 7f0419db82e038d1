import type { ShootNetworking } from "#lib/garden/shoot.ts";
import type { ProviderType } from "../plan/shoot-plan.ts";

/** What differs between the providers in a Shoot's spec, with the values a platform team would choose. */
export interface ProviderSpec {
  readonly volume: { readonly type: string; readonly size: string };
  readonly networking: ShootNetworking;
  readonly infrastructureConfig: unknown;
  readonly controlPlaneConfig: unknown;
  readonly zones: Readonly<Record<string, readonly string[]>>;
}

const group = (provider: ProviderType) => `${provider}.provider.extensions.gardener.cloud/v1alpha1`;

const calico: ShootNetworking = {
  type: "calico",
  pods: "100.96.0.0/11",
  nodes: "10.250.0.0/16",
  services: "100.64.0.0/13",
  ipFamilies: ["IPv4"],
};
const cilium: ShootNetworking = { ...calico, type: "cilium" };

const awsZones = {
  "eu-central-1": ["eu-central-1a", "eu-central-1b", "eu-central-1c"],
  "eu-west-1": ["eu-west-1a", "eu-west-1b", "eu-west-1c"],
  "us-east-1": ["us-east-1a", "us-east-1b", "us-east-1c"],
  "ap-southeast-2": ["ap-southeast-2a", "ap-southeast-2b"],
};

function awsNetworks(zones: readonly string[]) {
  return {
    apiVersion: group("aws"),
    kind: "InfrastructureConfig",
    networks: {
      vpc: { cidr: "10.250.0.0/16" },
      zones: zones.map((name, index) => ({
        name,
        workers: `10.250.${index * 64}.0/19`,
        public: `10.250.${index * 64 + 32}.0/20`,
        internal: `10.250.${index * 64 + 48}.0/20`,
      })),
    },
  };
}

export const providerSpecs: Readonly<Record<ProviderType, ProviderSpec>> = {
  aws: {
    volume: { type: "gp3", size: "50Gi" },
    networking: calico,
    infrastructureConfig: awsNetworks(awsZones["eu-central-1"]),
    controlPlaneConfig: {
      apiVersion: group("aws"),
      kind: "ControlPlaneConfig",
      cloudControllerManager: { useCustomRouteController: true },
      storage: { managedDefaultClass: true },
    },
    zones: awsZones,
  },
  gcp: {
    volume: { type: "pd-balanced", size: "50Gi" },
    networking: cilium,
    infrastructureConfig: {
      apiVersion: group("gcp"),
      kind: "InfrastructureConfig",
      networks: { workers: "10.250.0.0/16", cloudNAT: { minPortsPerVM: 2048, enableDynamicPortAllocation: false } },
    },
    controlPlaneConfig: { apiVersion: group("gcp"), kind: "ControlPlaneConfig", zone: "europe-west3-a" },
    zones: {
      "europe-west3": ["europe-west3-a", "europe-west3-b", "europe-west3-c"],
      "europe-west1": ["europe-west1-b", "europe-west1-c"],
      "us-central1": ["us-central1-a", "us-central1-b", "us-central1-f"],
    },
  },
  azure: {
    volume: { type: "StandardSSD_LRS", size: "50Gi" },
    networking: calico,
    infrastructureConfig: {
      apiVersion: group("azure"),
      kind: "InfrastructureConfig",
      networks: { vnet: { cidr: "10.250.0.0/16" }, workers: "10.250.0.0/16", natGateway: { enabled: true } },
      zoned: true,
    },
    controlPlaneConfig: { apiVersion: group("azure"), kind: "ControlPlaneConfig" },
    zones: { westeurope: ["1", "2", "3"], northeurope: ["1", "2", "3"], eastus: ["1", "2", "3"] },
  },
  openstack: {
    volume: { type: "standard_hdd", size: "40Gi" },
    networking: calico,
    infrastructureConfig: {
      apiVersion: group("openstack"),
      kind: "InfrastructureConfig",
      floatingPoolName: "FloatingIP-external-01",
      networks: { workers: "10.250.0.0/16" },
    },
    controlPlaneConfig: {
      apiVersion: group("openstack"),
      kind: "ControlPlaneConfig",
      loadBalancerProvider: "f5",
      loadBalancerClasses: [{ name: "internal", floatingSubnetName: "internal-services" }],
    },
    zones: { "de-south-1": ["de-south-1a", "de-south-1b"], "de-north-2": ["de-north-2a"] },
  },
};

const awsByRegion = new Map(Object.entries(awsZones).map(([region, zones]) => [region, awsNetworks(zones)]));

/** The infrastructure part of a Shoot; on aws it lists a network per zone of the region. */
export function infrastructureOf(provider: ProviderType, region: string): unknown {
  const byRegion = provider === "aws" ? awsByRegion.get(region) : undefined;
  return byRegion ?? providerSpecs[provider].infrastructureConfig;
}
