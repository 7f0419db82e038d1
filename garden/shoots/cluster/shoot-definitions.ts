import "server-only";
import { coreDefinitions } from "#garden/api/core/core-resources.ts";
import { reviewDefinitions } from "#garden/api/core/review-resources.ts";
import { ageColumn, nameColumn, none, textColumn } from "#garden/api/registry/columns.ts";
import { defineResource } from "#garden/api/registry/define-resource.ts";
import { createRegistry } from "#garden/api/registry/registry.ts";
import type { ResourceDefinition, Strategy } from "#garden/api/registry/resource-definition.ts";
import { fieldAt, listAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";

const core = (plural: string, kind: string, namespaced: boolean): KubeResource => ({
  group: "",
  version: "v1",
  plural,
  kind,
  namespaced,
});
const apps = (plural: string, kind: string): KubeResource => ({
  group: "apps",
  version: "v1",
  plural,
  kind,
  namespaced: true,
});

export const nodes = core("nodes", "Node", false);
export const pods = core("pods", "Pod", true);
export const daemonSets = apps("daemonsets", "DaemonSet");
export const deployments = apps("deployments", "Deployment");

const reading = ["get", "list", "watch"] as const;
const withStatus: Strategy = { hasGeneration: false, hasStatus: true };

function nodeStatus(node: KubeObject): string {
  const ready = listAt(node, "status", "conditions").find((condition) => textAt(condition, "type") === "Ready");
  const words = [textAt(ready, "status") === "True" ? "Ready" : "NotReady"];
  if (fieldAt(node, "spec", "unschedulable") === true) words.push("SchedulingDisabled");
  return words.join(",");
}

function addressOf(type: string): (node: KubeObject) => string {
  return (node) =>
    textAt(
      listAt(node, "status", "addresses").find((address) => textAt(address, "type") === type),
      "address",
    ) ?? none;
}

const info = (field: string) => (node: KubeObject) => textAt(node, "status", "nodeInfo", field) ?? "<unknown>";
const wide = { priority: 1 } as const;

function readiness(pod: KubeObject): string {
  const statuses = listAt(pod, "status", "containerStatuses");
  return `${statuses.filter((status) => fieldAt(status, "ready") === true).length}/${listAt(pod, "spec", "containers").length}`;
}

function count(...path: readonly string[]): (object: KubeObject) => string {
  return (object) => String(fieldAt(object, "status", ...path) ?? 0);
}

const podColumns = [
  nameColumn,
  textColumn("Ready", readiness),
  textColumn("Status", (pod) => textAt(pod, "status", "phase") ?? "Unknown"),
  textColumn("Restarts", () => "0"),
  ageColumn,
  textColumn("IP", (pod) => textAt(pod, "status", "podIP") ?? none, wide),
  textColumn("Node", (pod) => textAt(pod, "spec", "nodeName") ?? none, wide),
  textColumn("Nominated Node", () => none, wide),
  textColumn("Readiness Gates", () => none, wide),
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
      textColumn("Roles", () => none),
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
    resource: pods,
    shortNames: ["po"],
    categories: ["all"],
    verbs: reading,
    strategy: withStatus,
    columns: podColumns,
    selectableFields: {
      "spec.nodeName": (pod) => textAt(pod, "spec", "nodeName") ?? "",
      "status.phase": (pod) => textAt(pod, "status", "phase") ?? "",
    },
  }),
  defineResource({
    resource: daemonSets,
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
      textColumn("Node Selector", () => none),
      ageColumn,
    ],
  }),
  defineResource({
    resource: deployments,
    shortNames: ["deploy"],
    categories: ["all"],
    verbs: reading,
    strategy: withStatus,
    columns: [
      nameColumn,
      textColumn(
        "Ready",
        (item) => `${count("readyReplicas")(item)}/${String(fieldAt(item, "spec", "replicas") ?? 1)}`,
      ),
      textColumn("Up-to-date", count("updatedReplicas")),
      textColumn("Available", count("availableReplicas")),
      ageColumn,
    ],
  }),
];

const writable: ReadonlySet<string> = new Set(["configmaps", "secrets", "serviceaccounts", "events"]);

/** The kinds that the API of a Shoot serves: its nodes, what runs in kube-system, and what an owner may keep there. */
export const shootRegistry = createRegistry([
  ...coreDefinitions.flatMap((definition): readonly ResourceDefinition[] => {
    if (definition.resource.plural === "namespaces") return [{ ...definition, subresources: [], verbs: reading }];
    return writable.has(definition.resource.plural) && definition.resource.group === ""
      ? [{ ...definition, subresources: [] }]
      : [];
  }),
  ...ownKinds,
  ...reviewDefinitions,
]);
