import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { lastMaintenanceAfter } from "#lib/policy/maintenance/last-maintenance.ts";
import { checkMaintenanceDue, triggersMaintenanceController } from "#lib/policy/maintenance/run-due.ts";
import { planRun, shootAfterMaintenanceRun } from "#lib/policy/next/planned-run.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { reconcileSituation, reconcilesNow } from "#lib/policy/operations/operation-type.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";
import { type GardenletConfig, gardenletFacts } from "./next-gardenlet.ts";

interface RunInput {
  readonly shoot: Shoot;
  readonly cloudProfile: CloudProfile;
  readonly gardenlet?: GardenletConfig;
}

/** Simulates maintenance with an API server without admission plugins; nothing changes if no maintenance is due. */
const maintenance = createVectorAdapter<RunInput>((input, vector) => {
  const { shoot, cloudProfile } = input;
  const nowMs = nowOfVector({}, vector);
  const runs = checkMaintenanceDue(shoot, nowMs).due;
  const run = planRun(shoot, cloudProfile.spec, { nowMs });
  const after = runs ? shootAfterMaintenanceRun(shoot, run) : { shoot, generationDelta: 0 };
  const facts = gardenletFacts(input);
  const starts = (of: Shoot) => reconcilesNow(reconcileSituation(of, facts, nowMs));
  const before = shoot.status?.lastMaintenance;
  const report = runs ? lastMaintenanceAfter(before, run, formatInstant(nowMs)) : before;
  const now = runs && run.results.length + run.operations.length > 0;
  return {
    error: false,
    runs,
    kubernetes: after.shoot.spec.kubernetes.version,
    image: after.shoot.spec.provider.workers?.[0]?.machine.image?.version,
    generationGrows: after.generationDelta === 1,
    operation: parseOperations(annotationOf(after.shoot, annotations.operation)).toSorted(),
    tasks: tasksOf(after.shoot),
    needsRetryLeft: annotationOf(after.shoot, annotations.needsRetry),
    lastMaintenance: report ? { now, state: report.state, failureReason: report.failureReason ?? null } : null,
    gardenlet: { before: starts(shoot), after: starts(after.shoot) },
  };
});

function tasksOf(shoot: Shoot): readonly string[] {
  const tasks = annotationOf(shoot, annotations.tasks);
  return tasks === "" ? [] : tasks.split(",").toSorted();
}

export const nextMaintenanceAdapters: VectorAdapters = {
  "next-maintenance": maintenance,
  "next-maintenance-wake": createVectorAdapter<{ readonly old: Shoot; readonly new: Shoot }>(({ old, new: after }) => ({
    checkedAtOnce: triggersMaintenanceController(old, after),
    checkedAtControllerStart: true,
  })),
};
