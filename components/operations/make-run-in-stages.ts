import { makeStagedRun } from "#components/data/queries/staged-run-queries.ts";
import type { BulkRun, StopRule } from "#lib/act/bulk/bulk-run.ts";
import type { BulkPlan } from "#lib/act/bulk/plan-run.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import {
  type GateChoice,
  gateBefore,
  groupIntoStages,
  type StageGrouping,
} from "#lib/staged-runs/group-into-stages.ts";
import { substanceDigest } from "./drive-stage.ts";

/** How a plan becomes a staged run: its groups, the gate between them, and the project that keeps it. */
export interface StageChoice extends GateChoice {
  readonly grouping: StageGrouping;
  readonly project: string;
  /** Rows of the clusters in the order of the plan. */
  readonly rows: readonly FleetRow[];
}

interface ConfirmedPlan {
  readonly run: BulkRun;
  readonly plan: BulkPlan;
  readonly stages: StageChoice;
  readonly batches: readonly number[];
  readonly stopRule: StopRule;
}

/** Makes the staged run of a confirmed plan. Nothing is sent yet. @returns the path of its page */
export async function makeRunInStages({ run, plan, stages, batches, stopRule }: ConfirmedPlan): Promise<string> {
  const taking = new Set(plan.eligible.map(({ cluster }) => cluster.uid));
  const groups = groupIntoStages(
    stages.rows.filter(({ uid }) => taking.has(uid)),
    stages.grouping,
  );
  const stageOf = new Map(groups.flatMap(({ uids }, index) => uids.map((uid) => [uid, index] as const)));
  const clusters = await Promise.all(
    plan.eligible.map(async ({ cluster: { uid, project, name }, act, digest }) => ({
      ...{ uid, project, name, act, stage: stageOf.get(uid) ?? groups.length - 1, inWindow: digest.inWindow },
      sentence: digest.sentence.slice(0, 600),
      substance: await substanceDigest(digest),
    })),
  );
  const { run: made } = await makeStagedRun({
    ...{ project: stages.project, name: run.title.slice(0, 120), verb: run.verb, intent: run.intent },
    stopPercent: stopRule.kind === "share" ? stopRule.percent : 0,
    stages: groups.map(({ name }, index) => ({
      ...{ name, batches: batches.slice(0, 50), gate: gateBefore(name, index, stages) },
    })),
    clusters,
  });
  return `/operations/${made?.run.id}?project=${encodeURIComponent(stages.project)}`;
}
