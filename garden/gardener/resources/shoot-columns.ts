import "server-only";
import {
  ageColumn,
  columnText,
  conditionStatus,
  nameColumn,
  noneCell,
  textColumn,
  unknown,
} from "#garden/api/registry/columns.ts";
import type { TableResponseColumn } from "#garden/api/registry/resource-definition.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { statusLabelKey } from "#lib/policy/status/status-label.ts";

/** Example: `Reconcile Succeeded (100%)`. */
export function lastOperationCell(object: KubeObject): string {
  const operation = fieldAt(object, "status", "lastOperation");
  if (!isRecord(operation)) return "<pending>";
  return `${textAt(operation, "type") ?? ""} ${textAt(operation, "state") ?? ""} (${Number(operation.progress ?? 0)}%)`;
}

/** The profile's name; that of a NamespacedCloudProfile includes the namespace. */
function cloudProfile(shoot: KubeObject): string {
  const name = textAt(shoot, "spec", "cloudProfile", "name") ?? textAt(shoot, "spec", "cloudProfileName") ?? "";
  const isNamespaced = textAt(shoot, "spec", "cloudProfile", "kind") === "NamespacedCloudProfile";
  return isNamespaced ? `${shoot.metadata.namespace ?? ""}/${name}` : name;
}

function hibernation(shoot: KubeObject): string {
  const wanted = fieldAt(shoot, "spec", "hibernation", "enabled") === true;
  const actual = fieldAt(shoot, "status", "hibernated") === true;
  if (wanted === actual) return wanted ? "Hibernated" : "Awake";
  return wanted ? "Hibernating" : "Waking Up";
}

const wide = (name: string, cell: (shoot: KubeObject) => string) => textColumn(name, cell, { priority: 1 });
const condition = (name: string, type: string) => wide(name, (shoot) => conditionStatus(shoot, type) ?? unknown);

/**
 * The columns of gardener-apiserver, in its order.
 * @source Gardener: pkg/apiserver/registry/core/shoot/storage/tableconvertor.go
 */
export const shootColumns: readonly TableResponseColumn[] = [
  nameColumn,
  textColumn("CloudProfile", cloudProfile),
  textColumn("Provider", columnText(["spec", "provider", "type"], "")),
  textColumn("Region", columnText(["spec", "region"], "")),
  wide("Seed", columnText(["spec", "seedName"], noneCell)),
  textColumn("K8S Version", columnText(["spec", "kubernetes", "version"], "")),
  textColumn("Hibernation", hibernation),
  textColumn("Last Operation", lastOperationCell),
  textColumn("Status", (shoot) => shoot.metadata.labels?.[statusLabelKey] ?? "<pending>"),
  wide("Purpose", columnText(["spec", "purpose"], noneCell)),
  wide("Gardener Version", columnText(["status", "gardener", "version"])),
  condition("APIServer", "APIServerAvailable"),
  condition("Control", "ControlPlaneHealthy"),
  condition("Observability", "ObservabilityComponentsHealthy"),
  condition("Nodes", "EveryNodeReady"),
  condition("System", "SystemComponentsHealthy"),
  ageColumn,
];
