import "server-only";
import { flag, integer, intOrText, list, map, object, open, type Schema, text, time } from "./schema.ts";

const machine = object(
  "Machine contains information about the machine type and image.",
  {
    type: text("The machine type of the worker group."),
    architecture: text("CPU architecture of machines in this worker pool."),
    image: object(
      "The name and version of the machine image.",
      {
        name: text("The name of the image."),
        version: text("The version of the image."),
        providerConfig: open("Provider-specific settings."),
      },
      ["name"],
    ),
  },
  ["type"],
);

const worker = object(
  "Worker is the base definition of a worker group.",
  {
    name: text("The name of the worker group."),
    machine,
    minimum: integer("The minimum number of machines to create."),
    maximum: integer("The maximum number of machines to create."),
    maxSurge: intOrText("How many machines may exist beyond the desired number during an update."),
    maxUnavailable: intOrText("How many machines may be missing during an update."),
    kubernetes: object("Configuration for Kubernetes components related to this worker pool.", {
      version: text("The Kubernetes version of the kubelet in this worker pool."),
      kubelet: open("The kubelet configuration of this worker pool."),
    }),
    updateStrategy: text("AutoRollingUpdate, AutoInPlaceUpdate or ManualInPlaceUpdate."),
    machineControllerManager: open("Settings of machine-controller-manager for this worker pool."),
    cri: open("The container runtime of the machines."),
    volume: open("The root volume of the machines."),
    dataVolumes: list("Additional volumes of the machines.", open("One volume.")),
    kubeletDataVolumeName: text("The data volume that stores the kubelet's state."),
    zones: list("The availability zones of this worker pool.", text("")),
    labels: map("Labels of the nodes.", text("")),
    annotations: map("Annotations of the nodes.", text("")),
    taints: list("Taints of the nodes.", open("One taint.")),
    caBundle: text("A certificate bundle which is installed onto every machine."),
    systemComponents: object("Settings for system components on this worker pool.", {
      allow: flag("Whether they may run here."),
    }),
    sysctls: map("Kernel settings of the machines.", text("")),
    clusterAutoscaler: open("Settings of the cluster autoscaler for this worker pool."),
    priority: integer("The priority by which the cluster autoscaler scales this worker pool."),
    providerConfig: open("Provider-specific settings."),
  },
  ["name", "machine", "minimum", "maximum"],
);

const spec = object(
  "Specification of the Shoot cluster.",
  {
    cloudProfile: object("Reference to a CloudProfile or a NamespacedCloudProfile.", {
      kind: text(""),
      name: text(""),
    }),
    cloudProfileName: text("Deprecated: the name of a CloudProfile."),
    credentialsBindingName: text("The name of a CredentialsBinding."),
    secretBindingName: text("Deprecated: the name of a SecretBinding."),
    seedName: text("The name of the Seed cluster that runs the control plane of the Shoot."),
    region: text("The name of a region."),
    purpose: text("The purpose class for this cluster."),
    exposureClassName: text(
      "The optional name of an exposure class to apply a control plane endpoint exposure strategy.",
    ),
    kubernetes: object(
      "The version and configuration options for the control plane.",
      {
        version: text("The semantic Kubernetes version to use for the Shoot cluster."),
        kubeAPIServer: open("Configuration settings for the kube-apiserver."),
        kubeControllerManager: open("Configuration settings for the kube-controller-manager."),
        kubeScheduler: open("Configuration settings for the kube-scheduler."),
        kubeProxy: open("Configuration settings for the kube-proxy."),
        kubelet: open("Configuration settings for the kubelet."),
        clusterAutoscaler: open("Configuration flags for the Kubernetes cluster autoscaler."),
        verticalPodAutoscaler: open("Configuration flags for the vertical pod autoscaler."),
        enableStaticTokenKubeconfig: flag("Removed in newer releases of Gardener."),
      },
      ["version"],
    ),
    provider: object(
      "Contains all provider-specific and provider-relevant information.",
      {
        type: text("The type of the provider."),
        workers: list("The worker groups.", worker),
        workersSettings: open("Settings for all worker groups."),
        infrastructureConfig: open("Provider-specific infrastructure settings."),
        controlPlaneConfig: open("Provider-specific control plane settings."),
      },
      ["type"],
    ),
    hibernation: object("Whether the Shoot is suspended or not.", {
      enabled: flag("Whether the Shoot needs to be hibernated or not."),
      schedules: list("The hibernation schedules.", open("One schedule.")),
    }),
    maintenance: object("The time window for maintenance operations and which operations should be performed.", {
      autoUpdate: object("Which constraints should be automatically updated.", {
        kubernetesVersion: flag("Whether the patch Kubernetes version may be automatically updated."),
        machineImageVersion: flag("Whether the machine image version may be automatically updated."),
      }),
      timeWindow: object("The time window for maintenance operations.", {
        begin: text("The beginning of the time window in the format HHMMSS+ZONE."),
        end: text("The end of the time window in the format HHMMSS+ZONE."),
      }),
      confineSpecUpdateRollout: flag("Whether spec updates are rolled out during the maintenance window only."),
      autoRotation: open("Which credentials are rotated automatically."),
    }),
    networking: open("Network plugin and ranges."),
    dns: open("Domain and DNS providers."),
    addons: open("Managed add-ons."),
    extensions: list("Extensions of the Shoot.", open("One extension.")),
    resources: list("Resources referenced by the Shoot.", open("One reference.")),
    monitoring: open("Monitoring settings."),
    tolerations: list("Tolerations for taints of Seed clusters.", open("One toleration.")),
    controlPlane: open("Settings for the control plane of the Shoot."),
    systemComponents: open("Settings of system components."),
    schedulerName: text("The scheduler which selects the Seed."),
    accessRestrictions: list("Access restrictions of the Shoot.", open("One restriction.")),
  },
  ["kubernetes", "provider"],
);

const condition = object("Condition holds the information about the state of a resource.", {
  type: text("Type of the condition."),
  status: text("True, False, Unknown or Progressing."),
  lastTransitionTime: time("Last time the condition transitioned from one status to another."),
  lastUpdateTime: time("Last time the condition was updated."),
  reason: text("The reason for the condition's last transition."),
  message: text("A human readable message indicating details about the transition."),
  codes: list("Well-defined error codes in case the condition reports a problem.", text("")),
});

const status: Schema = {
  ...object("Most recently observed status of the Shoot cluster.", {
    conditions: list("The latest available observations of a Shoot's current state.", condition),
    constraints: list("Conditions that represent constraints of a Shoot's current state.", condition),
    lastOperation: object("The last operation on the Shoot.", {
      type: text("Type of the last operation."),
      state: text("State of the last operation."),
      progress: integer("The progress in percentage."),
      description: text("A human readable message indicating details about the last operation."),
      lastUpdateTime: time("Last time the operation state transitioned from one to another."),
    }),
    lastErrors: list("Information about the last occurred errors during an operation.", open("One error.")),
    observedGeneration: integer("The most recent generation observed for this Shoot."),
    hibernated: flag("Whether the Shoot is currently hibernated."),
    seedName: text("The name of the Seed cluster that runs the control plane of the Shoot."),
    technicalID: text("A unique technical ID for this Shoot."),
    credentials: open("Rotation state of the credentials."),
    gardener: open("The gardenlet which last acted on the Shoot."),
    lastMaintenance: open("Information about the last maintenance operations on the Shoot."),
  }),
  "x-kubernetes-preserve-unknown-fields": true,
};

/** The schema of a Shoot; blocks that no rule reads stay open. */
export function shootSchema(metadata: Schema): Schema {
  return object("Shoot represents a Shoot cluster created and managed by Gardener.", {
    apiVersion: text("The versioned schema of this representation."),
    kind: text("The REST resource this object represents."),
    metadata,
    spec,
    status,
  });
}
