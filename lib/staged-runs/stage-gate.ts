import type { FleetRow } from "#lib/contract/fleet.ts";
import type { StagedCluster, StagedClusterPhase, StagedRun } from "#lib/contract/staged/staged-runs.ts";
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
 * that are not healthy, have something left to carry out, or are not seen.
 */
export type GateCondition =
  | { readonly kind: "stage" | "failures"; readonly met: boolean }
  | { readonly kind: "time"; readonly met: boolean; readonly untilMs: number | undefined }
  | { readonly kind: "health"; readonly met: boolean; readonly unhealthy: readonly string[] }
  | { readonly kind: "person"; readonly met: boolean; readonly another: boolean };

interface Observation {
  /** The row of a cluster in the list, by its uid. */
  readonly rowOf: (uid: string) => FleetRow | undefined;
  readonly nowMs: number;
}

/** What has to be the case before the stage after the current one begins; undefined if the current one is the last. */
export function gateConditionsOf(run: StagedRun, observation: Observation): readonly GateCondition[] | undefined {
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
    const unhealthy = unhealthyClusters(run, observation);
    const isLooked = hasStageEnded(run, run.current);
    conditions.push({ kind: "health", met: isLooked && unhealthy.length === 0, unhealthy });
  }
  if (gate.person !== undefined) {
    const another = gate.person === "another";
    const valid = run.approvals.some(({ stage, by }) => stage === next && !(another && by === run.startedBy));
    conditions.push({ kind: "person", met: valid, another });
  }
  return conditions;
}

/** Whether the stage after the current one can begin. */
export function isNextStageOpen(run: StagedRun, observation: Observation): boolean {
  return gateConditionsOf(run, observation)?.every(({ met }) => met) === true;
}

/** Names of the changed clusters of the current stage that are not healthy, as the policy core says it. */
function unhealthyClusters(run: StagedRun, { rowOf }: Observation): readonly string[] {
  return clustersOfStage(run, run.current)
    .filter(({ phase }) => phase === "succeeded" || phase === "planned")
    .filter(({ uid }) => {
      const row = rowOf(uid);
      return row === undefined || row.health !== "healthy" || isRowOperationUnfinished(row);
    })
    .map(({ name }) => name);
}
