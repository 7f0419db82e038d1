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
import { nodes } from "#lib/kube/resource.ts";
import { coreWorkloadDefinitions, workloadDefinitions } from "../workload/workload-definitions.ts";

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

const nodeDefinition: ResourceDefinition = defineResource({
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
});

const writable: ReadonlySet<string> = new Set(["configmaps", "secrets", "serviceaccounts", "events"]);

const namespaceVerbs = [...reading, "patch", "update"];

/** Resources that a Shoot's API server serves: Nodes, a workload, and kinds that users can create. */
export const shootResourceRegistry = createResourceRegistry([
  ...coreResourceDefinitions.flatMap((definition): readonly ResourceDefinition[] => {
    if (definition.resource.plural === "namespaces")
      return [{ ...definition, subresources: [], verbs: namespaceVerbs }];
    return writable.has(definition.resource.plural) && definition.resource.group === ""
      ? [{ ...definition, subresources: [] }]
      : [];
  }),
  nodeDefinition,
  ...coreWorkloadDefinitions,
  ...workloadDefinitions,
  ...reviewResourceDefinitions,
]);
