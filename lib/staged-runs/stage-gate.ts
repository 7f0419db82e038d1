import type { FleetRow } from "#lib/contract/fleet.ts";
import type { StagedCluster, StagedClusterPhase, StagedRun } from "#lib/contract/staged/staged-runs.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { isRowOperationUnfinished } from "#lib/policy/next/row-operation.ts";

type StagesOfRun = Pick<StagedRun, "clusters" | "current" | "stopPercent" | "tolerated">;

const ended: ReadonlySet<StagedClusterPhase> = new Set([
  ...(["succeeded", "planned", "failed", "excluded", "skipped"] as const),
]);

/** Whether no further request is sent for a cluster by itself. */
export function hasStagedClusterEnded({ phase }: Pick<StagedCluster, "phase">): boolean {
  return ended.has(phase);
}

/** Clusters of a stage, in their order. */
export function clustersOfStage<Cluster extends Pick<StagedCluster, "stage">>(
  { clusters }: { readonly clusters: readonly Cluster[] },
  index: number,
): readonly Cluster[] {
  return clusters.filter(({ stage }) => stage === index);
}

export function hasStageEnded(run: Pick<StagedRun, "clusters">, index: number): boolean {
  return clustersOfStage(run, index).every(hasStagedClusterEnded);
}

export function countFailuresOfStage(run: Pick<StagedRun, "clusters">, index: number): number {
  return clustersOfStage(run, index).filter(({ phase }) => phase === "failed").length;
}

/** Whether more clusters of the current stage have failed than the stop rule and the people who looked allow. */
export function isHeldByFailures(run: StagesOfRun): boolean {
  const failures = countFailuresOfStage(run, run.current) - run.tolerated;
  if (failures <= 0) return false;
  return (failures * 100) / clustersOfStage(run, run.current).length >= run.stopPercent;
}

/**
 * One thing that has to be the case before the next stage begins. `unhealthy`: changed clusters of the current stage
 * that are not healthy, have something left to carry out, or are not seen. `deleted` and `asBefore` do not count: clusters
 * that no longer exist, and those that are as unhealthy as before they were changed.
 */
export type GateCondition =
  | { readonly kind: "stage" | "failures"; readonly met: boolean }
  | { readonly kind: "time"; readonly met: boolean; readonly untilMs: number | undefined }
  | ({ readonly kind: "health"; readonly met: boolean } & StageHealth)
  | { readonly kind: "person"; readonly met: boolean; readonly another: boolean };

interface StageHealth {
  readonly unhealthy: readonly string[];
  readonly deleted: readonly string[];
  readonly asBefore: readonly string[];
}

export interface GateObservation {
  /** The row of a cluster in the list, by its uid. */
  readonly rowOf: (uid: string) => FleetRow | undefined;
  /** Whether the list has every cluster of a project now, so that one without a row no longer exists. */
  readonly isListed: (project: string) => boolean;
  readonly nowMs: number;
}

/** What has to be the case before the stage after the current one begins; undefined if the current one is the last. */
export function gateConditionsOf(run: StagedRun, observation: GateObservation): readonly GateCondition[] | undefined {
  const next = run.current + 1;
  const gate = run.stages[next]?.gate;
  if (gate === undefined) return undefined;
  const conditions: GateCondition[] = [
    { kind: "stage", met: hasStageEnded(run, run.current) },
    { kind: "failures", met: !isHeldByFailures(run) },
  ];
  if (gate.waitHours !== undefined) {
    const endedAt = parseInstant(run.ends[run.current] ?? "");
    const untilMs = endedAt === undefined ? undefined : endedAt + gate.waitHours * hourMs;
    conditions.push({ kind: "time", met: untilMs !== undefined && observation.nowMs >= untilMs, untilMs });
  }
  if (gate.healthy === true) {
    const health = healthOfStage(run, observation);
    const isLooked = hasStageEnded(run, run.current);
    conditions.push({ kind: "health", met: isLooked && health.unhealthy.length === 0, ...health });
  }
  if (gate.person !== undefined) {
    const another = gate.person === "another";
    const valid = run.approvals.some(({ stage, by }) => stage === next && !(another && by === run.startedBy));
    conditions.push({ kind: "person", met: valid, another });
  }
  return conditions;
}

/** Whether the stage after the current one can begin. */
export function isNextStageOpen(run: StagedRun, observation: GateObservation): boolean {
  return gateConditionsOf(run, observation)?.every(({ met }) => met) === true;
}

/** Names of the changed clusters of the current stage, by what the list shows of their health. */
function healthOfStage(run: StagedRun, observation: GateObservation): StageHealth {
  const clusters = clustersOfStage(run, run.current)
    .filter(({ phase }) => phase === "succeeded" || phase === "planned")
    .map((cluster) => ({ name: cluster.name, group: healthGroupOf(cluster, observation) }));
  const named = (wanted: keyof StageHealth) => clusters.filter(({ group }) => group === wanted).map(({ name }) => name);
  return { unhealthy: named("unhealthy"), deleted: named("deleted"), asBefore: named("asBefore") };
}

function healthGroupOf(
  { uid, project, progress }: StagedCluster,
  { rowOf, isListed }: GateObservation,
): keyof StageHealth | undefined {
  const row = rowOf(uid);
  if (row === undefined) return isListed(project) ? "deleted" : "unhealthy";
  if (isRowOperationUnfinished(row)) return "unhealthy";
  // A hibernated cluster has nothing that could be healthy, as where a run says that it succeeded.
  if (row.health === "healthy" || row.hibernationEnabled === true) return undefined;
  // Only the same state as before the request: a cluster that got worse is what the gate is for.
  return row.health !== "progressing" && row.health === fieldAt(progress, "before", "health")
    ? "asBefore"
    : "unhealthy";
}
