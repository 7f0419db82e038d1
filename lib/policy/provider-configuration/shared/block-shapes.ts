import type { BlockShape } from "./block-shape.ts";

type Fields = Readonly<Record<string, BlockShape>>;

const object = (fields: Fields): BlockShape => ({ fields });
const list = (listOf: BlockShape): BlockShape => ({ listOf });
const block = (fields: Fields): BlockShape => object({ apiVersion: "text", kind: "text", ...fields });

/** The blocks of a Shoot that a provider's extension decodes. */
export interface ProviderShapes {
  readonly infrastructureConfig?: BlockShape;
  readonly controlPlaneConfig?: BlockShape;
  /** The `providerConfig` of a pool. */
  readonly workerConfig?: BlockShape;
}

const toggle = object({ enabled: "flag" });
const featureGates: BlockShape = { mapOf: "flag" };
const cloudControllerManager = object({ featureGates });
const quantities: BlockShape = { mapOf: "quantity" };
const nodeTemplate = object({ capacity: quantities, virtualCapacity: quantities });

const aws: ProviderShapes = {
  infrastructureConfig: block({
    enableECRAccess: "flag",
    dualStack: toggle,
    networks: object({
      vpc: object({
        id: "text",
        cidr: "text",
        gatewayEndpoints: list("text"),
        ipv6IpamPool: object({ id: "text", cidrBlock: "text" }),
      }),
      zones: list(
        object({
          ...{ name: "text", internal: "text", public: "text", workers: "text", workersSubnetID: "text" },
          ...{ publicSubnetID: "text", internalSubnetID: "text", elasticIPAllocationID: "text" },
        }),
      ),
      nodesSecurityGroupID: "text",
    }),
    ignoreTags: object({ keys: list("text"), keyPrefixes: list("text") }),
    enableDedicatedTenancyForVPC: "flag",
    elasticFileSystem: object({ enabled: "flag", id: "text" }),
  }),
  controlPlaneConfig: block({
    cloudControllerManager: object({ featureGates, useCustomRouteController: "flag" }),
    loadBalancerController: object({ enabled: "flag", ingressClassName: "text" }),
    storage: object({ managedDefaultClass: "flag" }),
  }),
  workerConfig: block({
    nodeTemplate,
    volume: object({ iops: "whole", throughput: "whole" }),
    dataVolumes: list(object({ name: "text", iops: "whole", throughput: "whole", snapshotID: "text" })),
    iamInstanceProfile: object({ name: "text", arn: "text" }),
    instanceMetadataOptions: object({ httpTokens: "text", httpPutResponseHopLimit: "whole" }),
    cpuOptions: object({ coreCount: "whole", threadsPerCore: "whole", amdSevSnp: "text" }),
    capacityReservation: object({
      capacityReservationPreference: "text",
      capacityReservationId: "text",
      capacityReservationResourceGroupArn: "text",
    }),
    networkInterfaces: list(
      object({
        networkCardIndex: "whole",
        networkCardIndexRange: object({ from: "whole", to: "whole" }),
        ...{ deviceIndex: "whole", type: "text", description: "text", subnetID: "text" },
      }),
    ),
    placement: object({
      ...{ groupId: "text", tenancy: "text", hostId: "text", partitionNumber: "whole", affinity: "text" },
    }),
    instanceMarketOptions: object({ marketType: "text" }),
  }),
};

const publicIp = object({ name: "text", resourceGroup: "text", zone: "whole" });
const azureNat = { enabled: "flag", idleConnectionTimeoutMinutes: "whole", sku: "text" } as const;

const azure: ProviderShapes = {
  infrastructureConfig: block({
    resourceGroup: object({ name: "text" }),
    networks: object({
      vnet: object({ name: "text", resourceGroup: "text", cidr: "text", ddosProtectionPlanID: "text" }),
      workers: "text",
      natGateway: object({ ...azureNat, zone: "whole", ipAddresses: list(publicIp) }),
      serviceEndpoints: list("text"),
      zones: list(
        object({
          name: "whole",
          cidr: "text",
          serviceEndpoints: list("text"),
          natGateway: object({ ...azureNat, ipAddresses: list(object({ name: "text", resourceGroup: "text" })) }),
        }),
      ),
    }),
    identity: object({ name: "text", resourceGroup: "text", acrAccess: "flag" }),
    zoned: "flag",
  }),
  controlPlaneConfig: block({
    cloudControllerManager,
    storage: object({ managedDefaultStorageClass: "flag", managedDefaultVolumeSnapshotClass: "flag" }),
  }),
  workerConfig: block({
    nodeTemplate,
    diagnosticsProfile: object({ enabled: "flag", storageURI: "text" }),
    volume: object({ caching: "text" }),
    dataVolumes: list(
      object({
        name: "text",
        imageRef: object({ urn: "text", id: "text", communityGalleryImageID: "text", sharedGalleryImageID: "text" }),
      }),
    ),
    capacityReservation: object({ capacityReservationGroupID: "text" }),
  }),
};

const hyperDisk = object({
  ...{ enabled: "flag", provisionedIopsOnCreate: "whole", provisionedThroughputOnCreate: "text" },
});
const diskSettings = { provisionedIops: "whole", provisionedThroughput: "whole", storagePool: "text" } as const;

const gcp: ProviderShapes = {
  infrastructureConfig: block({
    networks: object({
      vpc: object({ name: "text", cloudRouter: object({ name: "text" }) }),
      cloudNAT: object({
        endpointIndependentMapping: toggle,
        ...{ minPortsPerVM: "whole", maxPortsPerVM: "whole", enableDynamicPortAllocation: "flag" },
        natIPNames: list(object({ name: "text" })),
        ...{ icmpIdleTimeoutSec: "whole", tcpEstablishedIdleTimeoutSec: "whole", tcpTimeWaitTimeoutSec: "whole" },
        ...{ tcpTransitoryIdleTimeoutSec: "whole", udpIdleTimeoutSec: "whole" },
      }),
      ...{ internal: "text", worker: "text", workers: "text", mtu: "whole" },
      flowLogs: object({ aggregationInterval: "text", flowSampling: "number", metadata: "text" }),
    }),
  }),
  controlPlaneConfig: block({
    zone: "text",
    cloudControllerManager,
    storage: object({
      ...{ managedDefaultStorageClass: "flag", managedDefaultVolumeSnapshotClass: "flag", defaultStorageClass: "text" },
      csiFilestore: toggle,
      ...{ hyperDiskBalanced: hyperDisk, hyperDiskThroughput: hyperDisk, hyperDiskExtreme: hyperDisk },
    }),
  }),
  workerConfig: block({
    gpu: object({ acceleratorType: "text", count: "whole" }),
    volume: object({
      interface: "text",
      encryption: object({ kmsKeyName: "text", kmsKeyServiceAccount: "text" }),
    }),
    bootVolume: object(diskSettings),
    dataVolumes: list(object({ name: "text", sourceImage: "text", ...diskSettings })),
    minCpuPlatform: "text",
    serviceAccount: object({ email: "text", scopes: list("text") }),
    nodeTemplate,
  }),
};

const openstack: ProviderShapes = {
  infrastructureConfig: block({
    floatingPoolName: "text",
    floatingPoolSubnetName: "text",
    networks: object({
      router: object({ id: "text" }),
      ...{ worker: "text", workers: "text", id: "text" },
      subnetPool: object({ id: "text", prefixLength: "whole" }),
      shareNetwork: toggle,
      ipv6: object({ subnetPoolID: "text", nodeCIDR: "text", podCIDR: "text", serviceCIDR: "text" }),
    }),
  }),
  controlPlaneConfig: block({
    cloudControllerManager,
    loadBalancerClasses: list(
      object({
        ...{ name: "text", purpose: "text", subnetID: "text", floatingNetworkID: "text" },
        ...{ floatingSubnetID: "text", floatingSubnetTags: "text", floatingSubnetName: "text" },
      }),
    ),
    loadBalancerProvider: "text",
    zone: "text",
    storage: object({ csiManila: toggle }),
  }),
  workerConfig: block({
    nodeTemplate,
    serverGroup: object({ policy: "text" }),
    machineLabels: list(object({ name: "text", value: "text", triggerRollingOnUpdate: "flag" })),
    additionalSecurityGroups: list("text"),
  }),
};

const alicloud: ProviderShapes = {
  infrastructureConfig: block({
    dualStack: toggle,
    networks: object({
      vpc: object({ id: "text", cidr: "text", gardenerManagedNATGateway: "flag", useCustomRouteTable: "flag" }),
      zones: list(
        object({
          ...{ name: "text", worker: "text", workers: "text", ipv6CidrBlock: "whole" },
          natGateway: object({ eipAllocationID: "text" }),
        }),
      ),
    }),
  }),
  // Its decoder is not strict, because there was a field `zone` once.
  controlPlaneConfig: {
    fields: {
      ...{ apiVersion: "text", kind: "text" },
      cloudControllerManager: { fields: { featureGates }, isOpen: true },
      csi: { fields: { enableADController: "flag" }, isOpen: true },
    },
    isOpen: true,
  },
};

const metal: ProviderShapes = {
  infrastructureConfig: block({
    firewall: object({
      ...{ size: "text", image: "text", networks: list("text") },
      rateLimits: list(object({ networkID: "text", rateLimit: "unsigned" })),
      egressRules: list(object({ networkID: "text", ips: list("text") })),
      ...{ logAcceptedConnections: "flag", controllerVersion: "text", autoUpdateMachineImage: "flag" },
      ...{ firewallHealthTimeout: "duration", firewallCreateTimeout: "duration" },
    }),
    partitionID: "text",
    projectID: "text",
  }),
  controlPlaneConfig: block({
    cloudControllerManager: object({ featureGates, defaultExternalNetwork: "text" }),
    featureGates: object({
      ...{ machineControllerManagerOOT: "flag", durosStorageEncryption: "flag", clusterAudit: "flag" },
      ...{ auditToSplunk: "flag", disableCsiLvm: "flag" },
    }),
    customDefaultStorageClass: object({ className: "text" }),
    networkAccessType: "text",
  }),
};

const hcloud: ProviderShapes = {
  infrastructureConfig: block({
    floatingPoolName: "text",
    networks: object({ workersConfiguration: object({ cidr: "text", zone: "text" }), workers: "text" }),
  }),
  controlPlaneConfig: block({
    zone: "text",
    cloudControllerManager,
    loadBalancerClasses: list(
      object({ name: "text", ipPoolName: "text", tcpAppProfileName: "text", udpAppProfileName: "text" }),
    ),
    loadBalancerSize: "text",
  }),
};

/** The blocks by provider type. Those without a shape are not decoded by the extension's admission. */
export const shapesOfProvider: Readonly<Record<string, ProviderShapes>> = {
  ...{ aws, azure, gcp, openstack, alicloud, metal, hcloud },
};
