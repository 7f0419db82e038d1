import "server-only";
import {
  ageColumn,
  conditionStatus,
  createFieldTextReader,
  nameColumn,
  noneCell,
  textColumn,
  unknownCell,
} from "#garden/api/registry/columns.ts";
import type { TableResponseColumn } from "#garden/api/registry/resource-definition.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { statusLabelKey } from "#lib/policy/status/status-label.ts";

/** Table cell such as `Reconcile Succeeded (100%)`. */
export function lastOperationCell(object: KubeObject): string {
  const operation = fieldAt(object, "status", "lastOperation");
  if (!isRecord(operation)) return "<pending>";
  return `${stringAt(operation, "type") ?? ""} ${stringAt(operation, "state") ?? ""} (${Number(operation.progress ?? 0)}%)`;
}

/** Table cell with the profile's name; for a NamespacedCloudProfile, the name includes the namespace. */
function cloudProfile(shoot: KubeObject): string {
  const name = stringAt(shoot, "spec", "cloudProfile", "name") ?? stringAt(shoot, "spec", "cloudProfileName") ?? "";
  const isNamespaced = stringAt(shoot, "spec", "cloudProfile", "kind") === "NamespacedCloudProfile";
  return isNamespaced ? `${shoot.metadata.namespace ?? ""}/${name}` : name;
}

function hibernation(shoot: KubeObject): string {
  const wanted = fieldAt(shoot, "spec", "hibernation", "enabled") === true;
  const actual = fieldAt(shoot, "status", "hibernated") === true;
  if (wanted === actual) return wanted ? "Hibernated" : "Awake";
  return wanted ? "Hibernating" : "Waking Up";
}

const wide = (name: string, cell: (shoot: KubeObject) => string) => textColumn(name, cell, { priority: 1 });
const condition = (name: string, type: string) => wide(name, (shoot) => conditionStatus(shoot, type) ?? unknownCell);

/**
 * Table columns of Shoots, in the same order as those of gardener-apiserver.
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/tableconvertor.go
 */
export const shootColumns: readonly TableResponseColumn[] = [
  nameColumn,
  textColumn("CloudProfile", cloudProfile),
  textColumn("Provider", createFieldTextReader(["spec", "provider", "type"], "")),
  textColumn("Region", createFieldTextReader(["spec", "region"], "")),
  wide("Seed", createFieldTextReader(["spec", "seedName"], noneCell)),
  textColumn("K8S Version", createFieldTextReader(["spec", "kubernetes", "version"], "")),
  textColumn("Hibernation", hibernation),
  textColumn("Last Operation", lastOperationCell),
  textColumn("Status", (shoot) => shoot.metadata.labels?.[statusLabelKey] ?? "<pending>"),
  wide("Purpose", createFieldTextReader(["spec", "purpose"], noneCell)),
  wide("Gardener Version", createFieldTextReader(["status", "gardener", "version"])),
  condition("APIServer", "APIServerAvailable"),
  condition("Control", "ControlPlaneHealthy"),
  condition("Observability", "ObservabilityComponentsHealthy"),
  condition("Nodes", "EveryNodeReady"),
  condition("System", "SystemComponentsHealthy"),
  ageColumn,
];
