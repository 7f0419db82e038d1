import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { applySpecCleanups } from "../maintenance/cleanup-effect.ts";
import type { MaintenanceResult } from "../maintenance/last-maintenance.ts";
import { type MaintenanceRun, maintenanceResults, simulateMaintenanceRun } from "../maintenance/maintain-shoot.ts";
import { crossedLimits, type SpecCleanup, specCleanups } from "../maintenance/spec-cleanup.ts";
import { withVersions } from "../maintenance/version-state.ts";
import { annotationOf, annotations, normalisedOperations } from "../operations/annotations.ts";
import { type AutomaticRotation, automaticRotationsOfRun } from "../operations/auto-rotation.ts";
import { annotationsOfRun } from "../operations/maintenance-operations.ts";
import { type PreparedUpdate, prepareUpdate } from "../operations/strategy.ts";

/** What a maintenance run writes to a Shoot, and what the run reports in the status. */
export interface PlannedRun {
  readonly spec: ShootSpec;
  readonly annotations: Readonly<Record<string, string>>;
  readonly cleanups: readonly SpecCleanup[];
  readonly results: readonly MaintenanceResult[];
  /** Further changes besides versions and credentials, as sentences: cleared fields, a scheduled operation. */
  readonly operations: readonly string[];
}

export interface PlannedRunContext {
  readonly nowMs: number;
  readonly rules?: GardenerRules;
}

/** Tasks that maintenance adds to the next reconcile. @source Gardener: controller-manager's default configuration */
const tasks = [
  "deployInfrastructure",
  "deployDNSRecordInternal",
  "deployDNSRecordExternal",
  "deployDNSRecordIngress",
  "restartControlPlanePods",
];

/**
 * A maintenance run up to its dry run: versions, fields removed with them, due rotations and scheduled operations.
 * Feature gates and admission plugins are unchanged, because the garden has no table of them.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, reconcile
 */
export function planRun(
  shoot: Shoot,
  profile: CloudProfileSpec,
  { nowMs, rules = newestRules }: PlannedRunContext,
): PlannedRun {
  const run = simulateMaintenanceRun(shoot, profile, { now: nowMs, rules });
  const rotations = automaticRotationsOfRun(shoot, nowMs, rules);
  const cleanups = proposedCleanups(shoot.spec, run, rules);
  const after = annotationsOfRun(shoot, nowMs, rules);
  return {
    spec: proposedSpec(shoot.spec, run, cleanups),
    annotations: { ...after, [annotations.tasks]: withTasks(after[annotations.tasks]) },
    cleanups,
    results: [...maintenanceResults(run, shoot.spec), ...rotations.map((rotation) => rotationResult(rotation, nowMs))],
    operations: [...cleanups.map(cleanupText), ...scheduledText(shoot)],
  };
}

/** The Shoot as the API server stores it after an accepted run, and whether the update triggers gardenlet. */
export function shootAfterMaintenanceRun(shoot: Shoot, run: PlannedRun): PreparedUpdate {
  const { metadata, status } = shoot;
  const wanted: Shoot = {
    metadata: { ...metadata, annotations: run.annotations },
    spec: run.spec,
    status: status ?? null,
  };
  const { shoot: stored, generationDelta } = prepareUpdate(shoot, wanted);
  const generation = (metadata.generation ?? 0) + generationDelta;
  return { shoot: { ...stored, metadata: { ...stored.metadata, generation } }, generationDelta };
}

/** Clean-ups that a maintenance run proposes, even if the API server will reject the run. */
function proposedCleanups(spec: ShootSpec, { proposal }: MaintenanceRun, rules: GardenerRules): readonly SpecCleanup[] {
  const { before, after } = proposal;
  return specCleanups(spec, crossedLimits({ from: before.kubernetes, to: after.kubernetes }, rules));
}

function proposedSpec(spec: ShootSpec, { proposal }: MaintenanceRun, cleanups: readonly SpecCleanup[]): ShootSpec {
  return proposal.after === proposal.before ? spec : applySpecCleanups(withVersions(spec, proposal.after), cleanups);
}

function withTasks(current: string | undefined): string {
  const present = (current ?? "").split(",").filter((task) => task !== "");
  return [...new Set([...present, ...tasks])].join(",");
}

function rotationResult({ operation, outcome }: AutomaticRotation, nowMs: number): MaintenanceResult {
  const target = `credentials/${operation}`;
  if (outcome === "failed") {
    const failure = `Credentials "${operation}": Automatic rotation failure due to: Could not start ETCD encryption key rotation`;
    return { target, ok: false, description: `Credentials "${operation}": not started`, failure };
  }
  const description = `Credentials "${operation}": rotation started. Reason: automatic rotation is due at ${formatInstant(nowMs)}`;
  return { target, ok: true, description };
}

const cleanupLabels: Readonly<Record<SpecCleanup["effect"], string>> = {
  removed: "is removed, because the new Kubernetes version does not take it",
  replaced: "is replaced, because the new Kubernetes version does not take it",
  moved: "is moved, because the new Kubernetes version does not take it",
  changed: "is changed to a value that the new Kubernetes version takes",
};

function cleanupText({ field, effect }: SpecCleanup): string {
  return `spec.${field} ${cleanupLabels[effect]}`;
}

/** Report text on operations scheduled for maintenance, except a sole reconcile; a Failed Shoot retains operations. */
function scheduledText(shoot: Shoot): readonly string[] {
  const { lastOperation } = shoot.status ?? {};
  if (!lastOperation || lastOperation.state === "Failed") return [];
  const planned = normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation)).filter(Boolean);
  if (planned.every((operation) => operation === "reconcile")) return [];
  return [`Added "${[...planned.filter((one) => one !== "reconcile"), "reconcile"].join(";")}" operation annotation`];
}
