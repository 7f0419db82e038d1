import type { ShootNetworking } from "#lib/garden/shoot.ts";
import { zonesByRegion } from "../plan/shoot-locations.ts";
import type { ProviderType } from "../plan/shoot-plan.ts";

/** Typical values of the Shoot spec fields that depend on the infrastructure provider. */
export interface ProviderSpec {
  readonly volume: { readonly type: string; readonly size: string };
  readonly networking: ShootNetworking;
  /** The infrastructureConfig, if it does not depend on the region. */
  readonly infrastructureConfig?: unknown;
  readonly controlPlaneConfig: object;
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

function awsNetworks(names: readonly string[]) {
  return {
    apiVersion: group("aws"),
    kind: "InfrastructureConfig",
    networks: {
      vpc: { cidr: "10.250.0.0/16" },
      zones: names.map((name, index) => ({
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
    controlPlaneConfig: {
      apiVersion: group("aws"),
      kind: "ControlPlaneConfig",
      cloudControllerManager: { useCustomRouteController: true },
      storage: { managedDefaultClass: true },
    },
  },
  gcp: {
    volume: { type: "pd-balanced", size: "50Gi" },
    networking: cilium,
    infrastructureConfig: {
      apiVersion: group("gcp"),
      kind: "InfrastructureConfig",
      networks: { workers: "10.250.0.0/16", cloudNAT: { minPortsPerVM: 2048, enableDynamicPortAllocation: false } },
    },
    controlPlaneConfig: { apiVersion: group("gcp"), kind: "ControlPlaneConfig" },
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
  },
};

const awsByRegion = new Map(Object.entries(zonesByRegion.aws).map(([region, names]) => [region, awsNetworks(names)]));

const gcpByRegion = new Map(
  Object.entries(zonesByRegion.gcp).map(([region, [zone]]) => [
    region,
    { ...providerSpecs.gcp.controlPlaneConfig, zone },
  ]),
);

/** The controlPlaneConfig of a Shoot; on GCP it names the first zone of the region, in which every pool has nodes. */
export function controlPlaneConfigOf(provider: ProviderType, region: string): unknown {
  return provider === "gcp" ? gcpByRegion.get(region) : providerSpecs[provider].controlPlaneConfig;
}

/** The infrastructureConfig of a Shoot; on AWS it contains one network per zone of the region. */
export function infrastructureConfigOf(provider: ProviderType, region: string): unknown {
  return provider === "aws" ? awsByRegion.get(region) : providerSpecs[provider].infrastructureConfig;
}
