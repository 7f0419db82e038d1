import type { LastMaintenance } from "#lib/garden/shoot.ts";

/** Result of one update a run tried, in Gardener's order: control plane, pool Kubernetes, pool images, credentials. */
export interface MaintenanceResult {
  /** `controlPlaneUpdates`, `pool/<name>/kubernetes`, `pool/<name>/image` or `credentials/<operation>`. */
  readonly target: string;
  readonly ok: boolean;
  /** The update that was done or tried, as a sentence. */
  readonly description?: string;
  /** Why the update failed, as a sentence. */
  readonly failure?: string;
}

export interface MaintenanceSummary {
  readonly successful: number;
  /** Number of updates that the run made or tried; other changes, such as a cleared field, do not count. */
  readonly total: number;
  readonly allSuccessful: boolean;
  /** False when the run did nothing: `status.lastMaintenance` then stays unchanged, unless its state is `Failed`. */
  readonly worthReporting: boolean;
}

/**
 * Summarises the results of a run.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, buildMaintenanceMessages
 */
export function summariseMaintenance(
  results: readonly MaintenanceResult[],
  operations: readonly string[],
): MaintenanceSummary {
  const successful = results.filter((result) => result.ok).length;
  return {
    successful,
    total: results.length,
    allSuccessful: successful === results.length,
    worthReporting: results.length + operations.length > 0,
  };
}

/**
 * `status.lastMaintenance` after a run whose dry run was accepted and whose spec was written.
 *
 * @param previous the status before the run
 * @param triggeredTime RFC 3339
 * @returns `previous` when there is nothing to report, with any other state changed to `Succeeded`
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function lastMaintenanceAfter(
  previous: LastMaintenance | null | undefined,
  run: { readonly results: readonly MaintenanceResult[]; readonly operations: readonly string[] },
  triggeredTime: string,
): LastMaintenance | undefined {
  const summary = summariseMaintenance(run.results, run.operations);
  if (!summary.worthReporting) {
    // A run that was interrupted is recorded as succeeded.
    if (previous?.state === "Processing") return { ...previous, state: "Succeeded" };
    if (previous?.state !== "Failed") return previous ?? undefined;
    const { failureReason: _, ...kept } = previous;
    return { ...kept, description: "Maintenance succeeded", state: "Succeeded" };
  }
  const head = summary.allSuccessful
    ? "All maintenance operations successful."
    : `(${summary.successful}/${summary.total}) maintenance operations successful.`;
  const details = [...run.results.map((result) => result.description ?? result.target), ...run.operations];
  const failures = run.results.filter((result) => !result.ok).map((result) => result.failure ?? result.target);
  return {
    description: `${head} ${details.join(", ")}`,
    triggeredTime,
    state: summary.allSuccessful ? "Succeeded" : "Failed",
    ...(failures.length > 0 && { failureReason: failures.join(", ") }),
  };
}

/**
 * `status.lastMaintenance` after a run whose dry run the API server rejected: nothing of it was applied.
 *
 * @param refusal the server's error message
 * @param triggeredTime RFC 3339
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function lastMaintenanceAfterRejection(refusal: string, triggeredTime: string): LastMaintenance {
  return {
    description: "Maintenance failed",
    triggeredTime,
    state: "Failed",
    failureReason: `Updates to the Shoot failed to be applied: ${refusal}`,
  };
}
