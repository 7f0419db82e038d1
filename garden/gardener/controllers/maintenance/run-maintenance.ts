import { ApiError } from "#garden/api/errors/api-error.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { LastMaintenance, Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { shoots } from "#lib/kube/resource.ts";
import { lastMaintenanceAfter, lastMaintenanceAfterRejection } from "#lib/policy/maintenance/last-maintenance.ts";
import { type PlannedRun, planRun } from "#lib/policy/next/planned-run.ts";
import { annotationOf, annotations, joinOperations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { effectiveProfileOf } from "../../rules/shoot-rules.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { migrateSecretBinding } from "./migrate-secret-binding.ts";

/** Runs maintenance of a Shoot: all changes are checked by a dry run and then written together. */
export function runMaintenance(context: ControllerContext, shoot: Shoot): void {
  const { api, clock, recorder } = context;
  const profile = effectiveProfileOf(api, shoot);
  if (!profile.ok) {
    const message = `The CloudProfile cannot be found: ${profile.error}`;
    recorder.record(shoot, { type: "Warning", reason: "MaintenanceFailed", message });
    return;
  }
  const planned = planRun(shoot, profile.value, { nowMs: clock.now().getTime() });
  const run = planned.cleanups.some(({ field }) => field === "secretBindingName")
    ? withBinding(api, shoot, planned)
    : planned;
  const refusal = hasChanges(run) ? refusalOf(() => write(api, shoot, { run, dryRun: true })) : undefined;
  if (refusal === undefined) apply(context, shoot, run);
  else giveUp(context, shoot, refusal);
}

/** Whether maintenance changes versions or fields of the spec; only then is a dry run needed. */
function hasChanges({ results, operations }: PlannedRun): boolean {
  return results.length + operations.length > 0;
}

function withBinding(api: GardenApi, shoot: Shoot, run: PlannedRun): PlannedRun {
  const name = migrateSecretBinding(api, shoot.metadata.namespace ?? "", shoot.spec);
  const { secretBindingName } = shoot.spec;
  const spec =
    name === undefined
      ? { ...run.spec, credentialsBindingName: shoot.spec.credentialsBindingName ?? null, secretBindingName }
      : { ...run.spec, credentialsBindingName: name };
  return { ...run, spec: { ...spec, secretBindingName: name === undefined ? (secretBindingName ?? null) : null } };
}

function write(
  api: GardenApi,
  { metadata }: Shoot,
  { run, dryRun }: { readonly run: PlannedRun; readonly dryRun: boolean },
): void {
  const { namespace = "", name } = metadata;
  const target = { resource: shoots, namespace, name };
  const current = api.get<Shoot>(target);
  if (!current) return;
  const wanted = { ...current, spec: run.spec, metadata: { ...current.metadata, annotations: run.annotations } };
  if (dryRun) api.tryUpdate<Shoot>(target, wanted);
  else api.update<Shoot>(target, wanted);
}

function refusalOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** Records that the API server refused maintenance: nothing is changed, and the next attempt is in the next window. */
function giveUp({ client, clock, recorder }: ControllerContext, shoot: Shoot, refusal: string): void {
  const at = formatInstant(clock.now().getTime());
  const operations = parseOperations(annotationOf(shoot, annotations.operation));
  if (operations.includes("maintain")) {
    const left = operations.filter((operation) => operation !== "maintain");
    const value = left.length > 0 ? joinOperations(left) : null;
    client.writeMetadata(shootKeyOf(shoot), { annotations: { [annotations.operation]: value } });
  }
  const lastMaintenance = lastMaintenanceAfterRejection(refusal, at);
  client.writeStatus(shootKeyOf(shoot), ({ status }) => ({ ...status, lastMaintenance }));
  recorder.record(shoot, {
    type: "Warning",
    reason: "MaintenanceFailed",
    message: lastMaintenance.failureReason ?? "",
  });
}

function apply(context: ControllerContext, shoot: Shoot, run: PlannedRun): void {
  const { api, client, clock } = context;
  const key = shootKeyOf(shoot);
  const report = lastMaintenanceAfter(shoot.status?.lastMaintenance, run, formatInstant(clock.now().getTime()));
  const writeReport = (lastMaintenance: LastMaintenance | undefined): void => {
    if (!lastMaintenance || lastMaintenance === shoot.status?.lastMaintenance) return;
    client.writeStatus(key, ({ status }) => ({ ...status, lastMaintenance }));
  };
  const isNew = hasChanges(run) && report?.state === "Succeeded";
  writeReport(isNew && report ? { ...report, state: "Processing" } : report);
  const refusal = refusalOf(() => write(api, shoot, { run, dryRun: false }));
  if (refusal !== undefined) {
    // The last maintenance stays in state Processing, and the next maintenance window retries.
    context.recorder.record(shoot, { type: "Warning", reason: "MaintenanceFailed", message: refusal });
    return;
  }
  if (isNew) writeReport(report);
  recordResults(context, shoot, run);
}

function recordResults({ recorder }: ControllerContext, shoot: Shoot, { results }: PlannedRun): void {
  for (const { target, ok, description = target, failure = target } of results) {
    if (target.startsWith("credentials/")) continue;
    const kind = target.endsWith("/image") ? "MachineImageVersionMaintenance" : "KubernetesVersionMaintenance";
    recorder.record(
      shoot,
      ok
        ? { type: "Normal", reason: kind, message: description }
        : { type: "Warning", reason: "MaintenanceFailed", message: failure },
    );
  }
}
