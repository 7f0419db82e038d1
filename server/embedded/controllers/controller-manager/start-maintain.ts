import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import {
  annotationOf,
  annotations,
  joinOperations,
  normalisedOperations,
  parseOperations,
} from "#lib/policy/operations/annotations.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import type { Controller, ControllerContext } from "../controller-context.ts";
import { keyOf, type MetadataChange } from "../shoot-client.ts";

/**
 * Takes the operation `maintain` off a Shoot: writes the last maintenance, moves what was planned for the window to now and
 * asks for a reconcile. It updates no versions yet; those come with the maintenance controller proper.
 */
export function startMaintain(context: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      if (type === "DELETED") return;
      const current = context.client.get(keyOf(shoot));
      if (current && isRequested(current)) maintain(context, current);
    },
  };
}

/** A Shoot in deletion keeps the operation: nobody looks at it any more. */
function isRequested(shoot: Shoot): boolean {
  if (shoot.metadata.deletionTimestamp) return false;
  return parseOperations(annotationOf(shoot, annotations.operation)).includes("maintain");
}

function maintain({ client, clock }: ControllerContext, shoot: Shoot): void {
  const key = keyOf(shoot);
  const triggeredTime = formatInstant(clock.now().getTime());
  const { change, added } = nextOperations(shoot);
  if (shoot.status?.lastOperation) {
    client.writeStatus(key, ({ status }) => ({
      ...status,
      lastMaintenance: { description: "Maintenance in progress", triggeredTime, state: "Processing" },
    }));
  }
  client.writeMetadata(key, change);
  if (!shoot.status?.lastOperation) return;
  const note = added.length === 0 ? "" : ` Added "${joinOperations(added)}" operation annotation.`;
  client.writeStatus(key, ({ status }) => ({
    ...status,
    lastMaintenance: {
      description: `All maintenance operations successful.${note}`,
      triggeredTime,
      state: "Succeeded",
    },
  }));
}

/** What becomes of the two annotations. @source Gardener: pkg/controllermanager/controller/shoot/maintenance */
function nextOperations(shoot: Shoot): { readonly change: MetadataChange; readonly added: readonly string[] } {
  const operations = parseOperations(annotationOf(shoot, annotations.operation));
  const others = joinOperations(operations.filter((operation) => operation !== "maintain"));
  const state = shoot.status?.lastOperation?.state;
  if (state === undefined) return { change: operationsTo(others), added: [] };
  if (state === "Failed") {
    if (!isTruthy(annotationOf(shoot, annotations.needsRetry))) return { change: operationsTo(others), added: [] };
    const change = { annotations: { [annotations.operation]: "retry", [annotations.needsRetry]: null } };
    return { change, added: ["retry"] };
  }
  const planned = normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation));
  const added = [...planned.filter((operation) => operation !== ""), "reconcile"];
  const change = {
    annotations: { [annotations.operation]: joinOperations(added), [annotations.maintenanceOperation]: null },
  };
  return { change, added };
}

function operationsTo(value: string): MetadataChange {
  return { annotations: { [annotations.operation]: value === "" ? null : value } };
}
