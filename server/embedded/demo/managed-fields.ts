/**
 * What the API server records about who owns which field: a third of a real Shoot's size on the wire, the same for most
 * Shoots, so every object shares one of these.
 */
const owned = (...names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [`f:${name}`, {}]));

const conditionFields = {
  ".": {},
  ...owned("lastTransitionTime", "lastUpdateTime", "message", "reason", "status", "type"),
};

const byType = (...types: readonly string[]): Readonly<Record<string, unknown>> => ({
  ".": {},
  ...Object.fromEntries(types.map((type) => [`k:{"type":"${type}"}`, conditionFields])),
});

const clientFields = {
  "f:metadata": { "f:annotations": { ".": {}, ...owned("support.harborline.example/on-call") } },
  "f:spec": {
    ...owned("purpose", "region", "cloudProfile", "credentialsBindingName"),
    "f:dns": { ".": {}, "f:domain": {} },
    "f:hibernation": { ".": {}, "f:enabled": {} },
    "f:kubernetes": {
      "f:version": {},
      "f:kubeAPIServer": { ".": {}, ...owned("eventTTL", "requests", "logging", "enableAnonymousAuthentication") },
      "f:clusterAutoscaler": { ".": {}, ...owned("expander", "scanInterval", "verbosity") },
      "f:kubelet": { ".": {}, ...owned("failSwapOn", "kubeReserved", "evictionHard", "serializeImagePulls") },
    },
    "f:maintenance": {
      "f:autoUpdate": { ".": {}, ...owned("kubernetesVersion", "machineImageVersion") },
      "f:timeWindow": { ".": {}, ...owned("begin", "end") },
    },
    "f:networking": owned("nodes", "pods", "services", "type", "ipFamilies"),
    "f:provider": { ...owned("type", "workers", "infrastructureConfig", "controlPlaneConfig", "workersSettings") },
  },
};

const gardenletFields = {
  "f:metadata": { "f:finalizers": { ".": {}, 'v:"gardener"': {} } },
  "f:status": {
    ...owned(
      "clusterIdentity",
      "hibernated",
      "observedGeneration",
      "seedName",
      "technicalID",
      "uid",
      "encryptedResources",
    ),
    "f:advertisedAddresses": {},
    "f:gardener": owned("id", "name", "version"),
    "f:lastOperation": {
      ".": {},
      ...owned("description", "lastUpdateTime", "progress", "state", "type"),
    },
    "f:conditions": byType(
      "APIServerAvailable",
      "ControlPlaneHealthy",
      "EveryNodeReady",
      "ObservabilityComponentsHealthy",
      "SystemComponentsHealthy",
    ),
    "f:constraints": byType("HibernationPossible", "MaintenancePreconditionsSatisfied"),
    "f:credentials": {
      "f:rotation": {
        "f:certificateAuthorities": owned("lastCompletionTime", "lastInitiationTime", "phase"),
        "f:serviceAccountKey": owned("lastCompletionTime", "lastInitiationTime", "phase"),
        "f:etcdEncryptionKey": owned("lastCompletionTime", "lastInitiationTime", "phase"),
        "f:observability": owned("lastCompletionTime", "lastInitiationTime"),
        "f:sshKeypair": owned("lastCompletionTime", "lastInitiationTime"),
      },
    },
    "f:networking": { ".": {}, ...owned("egressCIDRs", "nodes", "pods", "services") },
  },
};

const controllerManagerFields = {
  "f:metadata": { "f:labels": { ".": {}, "f:shoot.gardener.cloud/status": {} } },
  "f:status": {
    "f:lastMaintenance": { ".": {}, ...owned("description", "state", "triggeredTime") },
  },
};

/** The entries of a Shoot created from the command line and looked after by Gardener since. */
export function managedFields(createdAt: string, reconciledAt: string): readonly unknown[] {
  const entry = (manager: string, time: string, fieldsV1: unknown, subresource?: string) => ({
    manager,
    operation: "Update",
    apiVersion: "core.gardener.cloud/v1beta1",
    time,
    fieldsType: "FieldsV1",
    fieldsV1,
    ...(subresource ? { subresource } : {}),
  });
  return [
    entry("kubectl-client-side-apply", createdAt, clientFields),
    entry("gardener-controller-manager", reconciledAt, controllerManagerFields),
    entry("gardenlet", reconciledAt, gardenletFields, "status"),
  ];
}
