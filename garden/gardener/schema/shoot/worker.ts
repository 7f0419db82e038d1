import "server-only";
import {
  duration,
  flag,
  integer,
  intOrText,
  labels,
  list,
  number,
  object,
  open,
  type Schema,
  text,
  texts,
  time,
} from "#garden/api/schema/schema.ts";
import { kubelet } from "./kubelet.ts";

const machine = object(
  "Type and image of the machines.",
  {
    type: text("The machine type."),
    architecture: text("The CPU architecture, amd64 when missing."),
    image: object(
      "The machine image; the CloudProfile's first one when missing.",
      {
        name: text("Name of the image."),
        version: text("Version of the image; the latest one when missing."),
        providerConfig: open("Settings of the provider."),
      },
      ["name"],
    ),
  },
  ["type"],
);

const volumeFields = {
  name: text("Name of the volume."),
  type: text("Type of the volume."),
  size: text("Size of the volume."),
  encrypted: flag("Whether it is encrypted."),
};

const taint = object(
  "A taint of the nodes.",
  {
    key: text("Key of the taint."),
    value: text("Value of the taint."),
    effect: text("NoSchedule, PreferNoSchedule or NoExecute."),
    timeAdded: time("When it was added."),
  },
  ["key", "effect"],
);

const machineControllerManager = object("How machine-controller-manager treats the machines.", {
  machineDrainTimeout: duration("After how long a drain ends by force."),
  machineHealthTimeout: duration("After how long an unhealthy machine has failed."),
  machineCreationTimeout: duration("After how long a machine that does not come has failed."),
  maxEvictRetries: integer("How often an eviction is tried."),
  nodeConditions: texts("Conditions that make a machine unhealthy."),
  inPlaceUpdateTimeout: duration("After how long an in-place update has failed."),
  disableHealthTimeout: flag("Whether machines never fail for their health."),
});

/** spec.provider.workers[]. */
export const worker: Schema = object(
  "One worker pool.",
  {
    name: text("Name of the worker pool."),
    machine,
    minimum: integer("The least machines."),
    maximum: integer("The most machines."),
    maxSurge: intOrText("How many machines may be added during an update."),
    maxUnavailable: intOrText("How many machines may be missing during an update."),
    annotations: labels("Annotations of the nodes."),
    labels: labels("Labels of the nodes."),
    taints: list("Taints of the nodes.", taint),
    caBundle: text("Certificates that are installed on the machines."),
    cri: object(
      "The container runtime interface.",
      {
        name: text("containerd."),
        containerRuntimes: list(
          "Additional container runtimes.",
          object("One runtime.", { type: text("Type of the runtime."), providerConfig: open("Its settings.") }, [
            "type",
          ]),
        ),
      },
      ["name"],
    ),
    kubernetes: object("Settings of Kubernetes for this pool.", {
      version: text("The kubelet's version; the control plane's when missing."),
      kubelet,
    }),
    volume: object("The root volume.", volumeFields, ["size"]),
    dataVolumes: list("Additional volumes.", object("One volume.", volumeFields, ["name", "size"])),
    kubeletDataVolumeName: text("The data volume that holds the kubelet's state."),
    zones: texts("Availability zones."),
    systemComponents: object("Whether system components may run here.", { allow: flag("Whether they may.") }, [
      "allow",
    ]),
    machineControllerManager,
    sysctls: labels("Kernel settings."),
    clusterAutoscaler: object("Settings of the cluster autoscaler for this pool.", {
      scaleDownUtilizationThreshold: number("The utilisation below which a node may be removed."),
      scaleDownGpuUtilizationThreshold: number("The same for GPUs."),
      scaleDownUnneededTime: duration("How long a node must be unneeded."),
      scaleDownUnreadyTime: duration("How long an unready node must be unneeded."),
      maxNodeProvisionTime: duration("How long a node may take to come."),
    }),
    priority: integer("The priority by which the pool is scaled."),
    updateStrategy: text("AutoRollingUpdate, AutoInPlaceUpdate or ManualInPlaceUpdate."),
    providerConfig: open("Settings of the provider."),
    controlPlane: open("Whether the control plane runs in this pool."),
  },
  ["name", "machine", "minimum", "maximum"],
);
