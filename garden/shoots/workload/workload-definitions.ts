import "server-only";
import {
  ageColumn,
  conditionStatus,
  countColumn,
  createFieldTextReader,
  formatAge,
  nameColumn,
  noneCell,
  textColumn,
} from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type {
  ResourceDefinition,
  StorageStrategy,
  TableResponseColumn,
} from "#garden/api/registry/resource-definition.ts";
import type { Schema } from "#garden/api/schema/schema.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import {
  admissionPolicies,
  admissionPolicyBindings,
  apiServices,
  budgets,
  cronJobs,
  daemonSets,
  deployments,
  endpointSlices,
  jobs,
  mutatingWebhooks,
  pods,
  replicaSets,
  services,
  statefulSets,
  validatingWebhooks,
  volumeClaims,
  volumes,
} from "./workload-kinds.ts";

const reading = ["get", "list", "watch"];
const withSpecAndStatus: StorageStrategy = { hasGeneration: true, hasStatus: true };
const withStatus: StorageStrategy = { hasGeneration: false, hasStatus: true };
const withGeneration: StorageStrategy = { hasGeneration: true, hasStatus: false };
const wide = { priority: 1 } as const;
const all = { categories: ["all"] };

function count(...path: readonly string[]): (object: KubeObject) => string {
  return (object) => String(fieldAt(object, ...path) ?? 0);
}

function text(...path: readonly string[]): (object: KubeObject) => string {
  return createFieldTextReader(path, noneCell);
}

function amount(field: string): (budget: KubeObject) => string {
  return (budget) => String(fieldAt(budget, "spec", field) ?? "N/A");
}

function readyContainers(pod: KubeObject): string {
  const statuses = listAt(pod, "status", "containerStatuses");
  return `${statuses.filter((status) => fieldAt(status, "ready") === true).length}/${listAt(pod, "spec", "containers").length}`;
}

function podState(pod: KubeObject): string {
  if (pod.metadata.deletionTimestamp !== undefined) return "Terminating";
  const waiting = listAt(pod, "status", "containerStatuses").map((status) =>
    stringAt(status, "state", "waiting", "reason"),
  );
  if (stringAt(pod, "status", "phase") === "Succeeded") return "Completed";
  return waiting.find((reason) => reason !== undefined) ?? stringAt(pod, "status", "phase") ?? "Unknown";
}

function ports(service: KubeObject): string {
  const shown = listAt(service, "spec", "ports").map(
    (port) => `${fieldAt(port, "port") ?? ""}/${stringAt(port, "protocol") ?? "TCP"}`,
  );
  return shown.join(",") || noneCell;
}

function isTrue(type: string): (object: KubeObject) => string {
  return (object) => conditionStatus(object, type) ?? "Unknown";
}

function ownerOf(service: KubeObject): string {
  const [namespace, name] = ["namespace", "name"].map((field) => stringAt(service, "spec", "service", field));
  return name === undefined ? "Local" : `${namespace}/${name}`;
}

const ready = textColumn(
  "Ready",
  (item) => `${fieldAt(item, "status", "readyReplicas") ?? 0}/${fieldAt(item, "spec", "replicas") ?? 1}`,
);

const podColumns: readonly TableResponseColumn[] = [
  nameColumn,
  textColumn("Ready", readyContainers),
  textColumn("Status", podState),
  textColumn("Restarts", (pod) => String(fieldAt(listAt(pod, "status", "containerStatuses")[0], "restartCount") ?? 0)),
  ageColumn,
  textColumn("IP", text("status", "podIP"), wide),
  textColumn("Node", text("spec", "nodeName"), wide),
  textColumn("Nominated Node", () => noneCell, wide),
  textColumn("Readiness Gates", () => noneCell, wide),
];

const scale: KubeResource = { group: "autoscaling", version: "v1", plural: "scales", kind: "Scale", namespaced: true };
const eviction: KubeResource = {
  group: "policy",
  version: "v1",
  plural: "evictions",
  kind: "Eviction",
  namespaced: true,
};
const open: Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const containers: Schema = {
  type: "array",
  description: "The containers of the Pods.",
  items: open,
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
  "x-kubernetes-patch-strategy": "merge",
  "x-kubernetes-patch-merge-key": "name",
};
const podSpec: Schema = { ...open, description: "The Pods.", properties: { containers } };
const template: Schema = { ...open, description: "What the Pods look like.", properties: { spec: podSpec } };
const scalable = {
  subresources: ["status", "scale"],
  requestKinds: { scale },
  fields: {
    spec: { ...open, description: "The desired state.", properties: { template } },
    status: { ...open, description: "The most recently observed state." },
  },
};

function webhookColumns(): readonly TableResponseColumn[] {
  return [nameColumn, countColumn("Webhooks", (object) => listAt(object, "webhooks").length), ageColumn];
}

/** Resources of a cluster's workload that are not of the core group. */
export const workloadDefinitions: readonly ResourceDefinition[] = [
  defineResource({
    resource: daemonSets,
    shortNames: ["ds"],
    ...all,
    verbs: reading,
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      textColumn("Desired", count("status", "desiredNumberScheduled")),
      textColumn("Current", count("status", "currentNumberScheduled")),
      textColumn("Ready", count("status", "numberReady")),
      textColumn("Up-to-date", count("status", "updatedNumberScheduled")),
      textColumn("Available", count("status", "numberAvailable")),
      textColumn("Node Selector", () => noneCell),
      ageColumn,
    ],
  }),
  defineResource({
    resource: deployments,
    shortNames: ["deploy"],
    ...all,
    ...scalable,
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      ready,
      textColumn("Up-to-date", count("status", "updatedReplicas")),
      textColumn("Available", count("status", "availableReplicas")),
      ageColumn,
    ],
  }),
  defineResource({
    resource: replicaSets,
    shortNames: ["rs"],
    ...all,
    verbs: reading,
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      textColumn("Desired", count("spec", "replicas")),
      textColumn("Current", count("status", "replicas")),
      textColumn("Ready", count("status", "readyReplicas")),
      ageColumn,
    ],
  }),
  defineResource({
    resource: statefulSets,
    shortNames: ["sts"],
    ...all,
    ...scalable,
    strategy: withSpecAndStatus,
    columns: [nameColumn, ready, ageColumn],
  }),
  defineResource({
    resource: jobs,
    ...all,
    subresources: ["status"],
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      textColumn("Status", (job) => (conditionStatus(job, "Complete") === "True" ? "Complete" : "Running")),
      textColumn("Completions", (job) => `${fieldAt(job, "status", "succeeded") ?? 0}/1`),
      textColumn("Duration", (job, now) => formatAge(stringAt(job, "status", "startTime"), now)),
      ageColumn,
    ],
  }),
  defineResource({
    resource: cronJobs,
    shortNames: ["cj"],
    ...all,
    subresources: ["status"],
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      textColumn("Schedule", text("spec", "schedule")),
      textColumn("Timezone", text("spec", "timeZone")),
      textColumn("Suspend", (job) => (fieldAt(job, "spec", "suspend") === true ? "True" : "False")),
      textColumn("Active", (job) => String(listAt(job, "status", "active").length)),
      textColumn("Last Schedule", (job, now) => formatAge(stringAt(job, "status", "lastScheduleTime"), now)),
      ageColumn,
    ],
  }),
  defineResource({
    resource: budgets,
    shortNames: ["pdb"],
    subresources: ["status"],
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      textColumn("Min Available", amount("minAvailable")),
      textColumn("Max Unavailable", amount("maxUnavailable")),
      textColumn("Allowed Disruptions", count("status", "disruptionsAllowed")),
      ageColumn,
    ],
  }),
  defineResource({
    resource: endpointSlices,
    verbs: reading,
    columns: [
      nameColumn,
      textColumn("AddressType", text("addressType")),
      textColumn(
        "Ports",
        (slice) =>
          listAt(slice, "ports")
            .map((port) => String(fieldAt(port, "port") ?? ""))
            .join(",") || "<unset>",
      ),
      textColumn(
        "Endpoints",
        (slice) =>
          listAt(slice, "endpoints")
            .flatMap((endpoint) => listAt(endpoint, "addresses").map(String))
            .slice(0, 3)
            .join(",") || "<unset>",
      ),
      ageColumn,
    ],
  }),
  defineResource({ resource: validatingWebhooks, strategy: withGeneration, columns: webhookColumns() }),
  defineResource({ resource: mutatingWebhooks, strategy: withGeneration, columns: webhookColumns() }),
  defineResource({
    resource: admissionPolicies,
    strategy: withSpecAndStatus,
    columns: [
      nameColumn,
      countColumn("Validations", (policy) => listAt(policy, "spec", "validations").length),
      textColumn("ParamKind", text("spec", "paramKind", "kind")),
      ageColumn,
    ],
  }),
  defineResource({
    resource: admissionPolicyBindings,
    strategy: withGeneration,
    columns: [
      nameColumn,
      textColumn("PolicyName", text("spec", "policyName")),
      textColumn("ParamRef", text("spec", "paramRef", "name")),
      ageColumn,
    ],
  }),
  defineResource({
    resource: apiServices,
    names: "path-segment",
    subresources: ["status"],
    strategy: withStatus,
    columns: [nameColumn, textColumn("Service", ownerOf), textColumn("Available", isTrue("Available")), ageColumn],
  }),
];

/** Resources of a cluster's workload in the core group. */
export const coreWorkloadDefinitions: readonly ResourceDefinition[] = [
  defineResource({
    resource: pods,
    shortNames: ["po"],
    ...all,
    verbs: [...reading, "delete", "patch", "update"],
    subresources: ["eviction"],
    requestKinds: { eviction },
    strategy: withStatus,
    columns: podColumns,
    selectableFields: {
      "spec.nodeName": createFieldTextReader(["spec", "nodeName"], ""),
      "status.phase": createFieldTextReader(["status", "phase"], ""),
    },
  }),
  defineResource({
    resource: services,
    shortNames: ["svc"],
    ...all,
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn("Type", createFieldTextReader(["spec", "type"], "ClusterIP")),
      textColumn("Cluster-IP", text("spec", "clusterIP")),
      textColumn("External-IP", () => noneCell),
      textColumn("Port(s)", ports),
      ageColumn,
    ],
  }),
  defineResource({
    resource: volumes,
    shortNames: ["pv"],
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn("Capacity", text("spec", "capacity", "storage")),
      textColumn("Access Modes", (volume) => listAt(volume, "spec", "accessModes").join(",")),
      textColumn("Reclaim Policy", text("spec", "persistentVolumeReclaimPolicy")),
      textColumn("Status", text("status", "phase")),
      textColumn("Claim", (volume) => {
        const [namespace, name] = ["namespace", "name"].map((field) => stringAt(volume, "spec", "claimRef", field));
        return name === undefined ? "" : `${namespace}/${name}`;
      }),
      textColumn("StorageClass", text("spec", "storageClassName")),
      ageColumn,
    ],
  }),
  defineResource({
    resource: volumeClaims,
    shortNames: ["pvc"],
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn("Status", text("status", "phase")),
      textColumn("Volume", text("spec", "volumeName")),
      textColumn("Capacity", text("status", "capacity", "storage")),
      textColumn("Access Modes", (claim) => listAt(claim, "spec", "accessModes").join(",")),
      textColumn("StorageClass", text("spec", "storageClassName")),
      ageColumn,
    ],
  }),
];
