import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations, joinOperations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { updatedPoolsAnnotation } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";

/**
 * Completes manual in-place updates of the pools that an annotation names. When no pool is pending, a waiting rotation
 * continues, or else the operation `force-in-place-update` is removed.
 * @source Gardener: pkg/gardenlet/controller/shoot/status
 */
export function startManualUpdateController({ client }: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      const named = annotationOf(shoot, updatedPoolsAnnotation);
      if (type === "DELETED" || named === "") return;
      const key = shootKeyOf(shoot);
      const updated = new Set(named.split(",").map((name) => name.trim()));
      client.writeStatus(key, ({ status }) => {
        const pending = status?.inPlaceUpdates?.pendingWorkerUpdates;
        if (!pending) return undefined;
        const manualInPlaceUpdate = (pending.manualInPlaceUpdate ?? []).filter((name) => !updated.has(name));
        return { ...status, inPlaceUpdates: { pendingWorkerUpdates: { ...pending, manualInPlaceUpdate } } };
      });
      const current = client.get(key);
      if (!current) return;
      client.writeMetadata(key, {
        annotations: { [updatedPoolsAnnotation]: null, ...(isFinished(current) ? afterwards(current) : {}) },
      });
    },
  };
}

function isFinished({ status }: Shoot): boolean {
  const { autoInPlaceUpdate, manualInPlaceUpdate } = status?.inPlaceUpdates?.pendingWorkerUpdates ?? {};
  return (autoInPlaceUpdate ?? []).length + (manualInPlaceUpdate ?? []).length === 0;
}

function afterwards(shoot: Shoot): Readonly<Record<string, string | null>> {
  const { certificateAuthorities, serviceAccountKey } = shoot.status?.credentials?.rotation ?? {};
  const waits = [certificateAuthorities, serviceAccountKey].some(
    (family) =>
      family?.phase === "Preparing" ||
      (family?.phase === "WaitingForWorkersRollout" && (family.pendingWorkersRollouts ?? []).length === 0),
  );
  if (waits) return { [annotations.operation]: "reconcile" };
  const operations = parseOperations(annotationOf(shoot, annotations.operation));
  const left = operations.filter((operation) => operation !== "force-in-place-update");
  return { [annotations.operation]: left.length > 0 ? joinOperations(left) : null };
}
