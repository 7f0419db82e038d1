import "server-only";
import { coreResourceDefinitions } from "#garden/api/core/core-resources.ts";
import { reviewResourceDefinitions } from "#garden/api/core/review-resources.ts";
import {
  ageColumn,
  conditionStatus,
  createFieldTextReader,
  nameColumn,
  noneCell,
  textColumn,
} from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import type { ResourceDefinition, StorageStrategy } from "#garden/api/registry/resource-definition.ts";
import { createResourceRegistry } from "#garden/api/registry/resource-registry.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { type KubeResource, nodes } from "#lib/kube/resource.ts";

export const podResource: KubeResource = { group: "", version: "v1", plural: "pods", kind: "Pod", namespaced: true };
const apps = { group: "apps", version: "v1", namespaced: true };
export const daemonSetResource: KubeResource = { ...apps, plural: "daemonsets", kind: "DaemonSet" };
export const deploymentResource: KubeResource = { ...apps, plural: "deployments", kind: "Deployment" };

const reading = ["get", "list", "watch"] as const;
const withStatus: StorageStrategy = { hasGeneration: false, hasStatus: true };

function nodeStatus(node: KubeObject): string {
  const ready = conditionStatus(node, "Ready") === "True" ? "Ready" : "NotReady";
  return fieldAt(node, "spec", "unschedulable") === true ? `${ready},SchedulingDisabled` : ready;
}

function addressOf(type: string): (node: KubeObject) => string {
  return (node) => {
    const found = listAt(node, "status", "addresses").find((address) => stringAt(address, "type") === type);
    return stringAt(found, "address") ?? noneCell;
  };
}

const info = (field: string) => createFieldTextReader(["status", "nodeInfo", field]);
const wide = { priority: 1 } as const;

function readiness(pod: KubeObject): string {
  const statuses = listAt(pod, "status", "containerStatuses");
  return `${statuses.filter((status) => fieldAt(status, "ready") === true).length}/${listAt(pod, "spec", "containers").length}`;
}

function count(field: string): (object: KubeObject) => string {
  return (object) => String(fieldAt(object, "status", field) ?? 0);
}

const podColumns = [
  nameColumn,
  textColumn("Ready", readiness),
  textColumn("Status", createFieldTextReader(["status", "phase"], "Unknown")),
  textColumn("Restarts", () => "0"),
  ageColumn,
  textColumn("IP", createFieldTextReader(["status", "podIP"], noneCell), wide),
  textColumn("Node", createFieldTextReader(["spec", "nodeName"], noneCell), wide),
  textColumn("Nominated Node", () => noneCell, wide),
  textColumn("Readiness Gates", () => noneCell, wide),
];

const ownKinds: readonly ResourceDefinition[] = [
  defineResource({
    resource: nodes,
    shortNames: ["no"],
    verbs: [...reading, "patch", "update"],
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn("Status", nodeStatus),
      textColumn("Roles", () => noneCell),
      ageColumn,
      textColumn("Version", info("kubeletVersion")),
      textColumn("Internal-IP", addressOf("InternalIP"), wide),
      textColumn("External-IP", addressOf("ExternalIP"), wide),
      textColumn("OS-Image", info("osImage"), wide),
      textColumn("Kernel-Version", info("kernelVersion"), wide),
      textColumn("Container-Runtime", info("containerRuntimeVersion"), wide),
    ],
    selectableFields: { "spec.unschedulable": (node) => String(fieldAt(node, "spec", "unschedulable") ?? false) },
  }),
  defineResource({
    resource: podResource,
    shortNames: ["po"],
    categories: ["all"],
    verbs: reading,
    strategy: withStatus,
    columns: podColumns,
    selectableFields: {
      "spec.nodeName": createFieldTextReader(["spec", "nodeName"], ""),
      "status.phase": createFieldTextReader(["status", "phase"], ""),
    },
  }),
  defineResource({
    resource: daemonSetResource,
    shortNames: ["ds"],
    categories: ["all"],
    verbs: reading,
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn("Desired", count("desiredNumberScheduled")),
      textColumn("Current", count("currentNumberScheduled")),
      textColumn("Ready", count("numberReady")),
      textColumn("Up-to-date", count("updatedNumberScheduled")),
      textColumn("Available", count("numberAvailable")),
      textColumn("Node Selector", () => noneCell),
      ageColumn,
    ],
  }),
  defineResource({
    resource: deploymentResource,
    shortNames: ["deploy"],
    categories: ["all"],
    verbs: reading,
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn("Ready", (item) => `${count("readyReplicas")(item)}/${fieldAt(item, "spec", "replicas") ?? 1}`),
      textColumn("Up-to-date", count("updatedReplicas")),
      textColumn("Available", count("availableReplicas")),
      ageColumn,
    ],
  }),
];

const writable: ReadonlySet<string> = new Set(["configmaps", "secrets", "serviceaccounts", "events"]);

/** Resources that a Shoot's API server serves: Nodes, the workload in kube-system, and kinds that users can create. */
export const shootResourceRegistry = createResourceRegistry([
  ...coreResourceDefinitions.flatMap((definition): readonly ResourceDefinition[] => {
    if (definition.resource.plural === "namespaces") return [{ ...definition, subresources: [], verbs: reading }];
    return writable.has(definition.resource.plural) && definition.resource.group === ""
      ? [{ ...definition, subresources: [] }]
      : [];
  }),
  ...ownKinds,
  ...reviewResourceDefinitions,
]);
