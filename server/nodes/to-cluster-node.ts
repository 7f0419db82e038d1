import type { ClusterNode, NodeEvent } from "#lib/contract/nodes.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { candidateForUpdateLabel, selectedForUpdateLabel, updateResultLabel } from "#lib/policy/nodes/in-place-node.ts";
import { criticalComponentsTaint } from "#lib/policy/nodes/node-readiness.ts";
import { restartUnitsAnnotation } from "#lib/policy/nodes/node-restart.ts";

const preserveAnnotation = "node.machine.sapcloud.io/preserve";
const failureAnnotation = "node.machine.sapcloud.io/update-failed-reason";
const poolLabel = "worker.gardener.cloud/pool";
const updateLabelKeys = [candidateForUpdateLabel, selectedForUpdateLabel, updateResultLabel];

/** The fields of a Node that the page needs; undefined when it cannot be identified or written. */
export function toClusterNode(value: unknown): ClusterNode | undefined {
  const [name, uid] = [stringAt(value, "metadata", "name"), stringAt(value, "metadata", "uid")];
  const resourceVersion = stringAt(value, "metadata", "resourceVersion");
  if (name === undefined || uid === undefined || resourceVersion === undefined) return undefined;
  const annotation = (key: string) => stringAt(value, "metadata", "annotations", key);
  const labels = textsOf(fieldAt(value, "metadata", "labels"));
  return {
    name,
    uid,
    resourceVersion,
    pool: labels[poolLabel],
    ready: readyOf(value),
    kubelet: stringAt(value, "status", "nodeInfo", "kubeletVersion")?.replace(/^v/, ""),
    image: stringAt(value, "status", "nodeInfo", "osImage"),
    createdAt: stringAt(value, "metadata", "creationTimestamp"),
    unschedulable: fieldAt(value, "spec", "unschedulable") === true,
    awaitsComponents: awaitsComponents(value) || undefined,
    deleting: stringAt(value, "metadata", "deletionTimestamp") !== undefined,
    preserve: annotation(preserveAnnotation),
    restart: annotation(restartUnitsAnnotation),
    updateLabels: Object.fromEntries(Object.entries(labels).filter(([key]) => updateLabelKeys.includes(key))),
    updateReason: stringAt(conditionOf(value, "InPlaceUpdate"), "reason"),
    updateFailure: annotation(failureAnnotation),
  };
}

function readyOf(node: unknown): ClusterNode["ready"] {
  const condition = conditionOf(node, "Ready");
  return {
    status: stringAt(condition, "status") ?? "missing",
    reason: stringAt(condition, "reason"),
    message: stringAt(condition, "message"),
    since: stringAt(condition, "lastTransitionTime"),
  };
}

function conditionOf(node: unknown, type: string): unknown {
  return listAt(node, "status", "conditions").find((condition) => stringAt(condition, "type") === type);
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** The fields of a Node event that the page needs; undefined for an event about something else. */
export function toNodeEvent(value: unknown): NodeEvent | undefined {
  const node = stringAt(value, "involvedObject", "name");
  if (node === undefined || stringAt(value, "involvedObject", "kind") !== "Node") return undefined;
  const at = stringAt(value, "lastTimestamp") ?? stringAt(value, "eventTime") ?? stringAt(value, "firstTimestamp");
  return {
    node,
    type: stringAt(value, "type") ?? "",
    reason: stringAt(value, "reason") ?? "",
    message: stringAt(value, "message") ?? "",
    at: at,
  };
}

function awaitsComponents(node: unknown): boolean {
  const taints = fieldAt(node, "spec", "taints");
  return Array.isArray(taints) && taints.some((taint) => fieldAt(taint, "key") === criticalComponentsTaint);
}
