import type { StagedRun, StagedRunEvent, StageGate } from "#lib/contract/staged/staged-runs.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import { isDriven } from "./change-staged-run.ts";
import { gatePresets, hiddenStageName } from "./group-into-stages.ts";
import { clustersOfStage, type GateCondition, hasStageEnded, isHeldByFailures } from "./stage-gate.ts";

/** Name of a stage as shown; `*` stands for the clusters after the first one. */
export function stageLabel(name: string): string {
  if (name === hiddenStageName) return text("In projects that you do not see");
  return name === "*" ? text("The others") : name;
}

/** What a stage that is not next waits for, as it was chosen; undefined if it is none of the offered gates. */
export function gateLabel(gate: StageGate): string | undefined {
  const preset = gatePresets.find((each) => isSameJson(each.gate, gate));
  return preset && text("Begins when: {gate}", { gate: text(preset.label) });
}

/** One condition of a gate in words: what it waits for, or that it is fulfilled. */
export function describeGateCondition(condition: GateCondition, nowMs: number): string {
  switch (condition.kind) {
    case "stage":
      return condition.met ? text("The stage before is over.") : text("Waits for the end of the stage before.");
    case "failures":
      return condition.met
        ? text("No failure holds it.")
        : text("Held by failures: somebody has to look, and let it go on.");
    case "time":
      if (condition.met) return text("The time has passed.");
      return condition.untilMs === undefined
        ? text("The time begins when the stage before is over.")
        : text("Waits for {duration} more.", { duration: formatDuration(Math.max(0, condition.untilMs - nowMs)) });
    case "health":
      if (condition.met) return [text("The changed clusters are healthy."), ...uncountedClusters(condition)].join(" ");
      return condition.unhealthy.length === 0
        ? text("The clusters are looked at when the stage before is over.")
        : text("Waits until these are healthy: {clusters}", { clusters: formatList(condition.unhealthy.slice(0, 5)) });
    default:
      if (condition.met) return text("Approved.");
      return condition.another
        ? text("Waits for the approval of another person than the one who made the run.")
        : text("Waits for the approval of a person.");
  }
}

function uncountedClusters({
  deleted,
  asBefore,
}: Pick<Extract<GateCondition, { kind: "health" }>, "deleted" | "asBefore">): readonly string[] {
  return [
    ...(deleted.length > 0
      ? [text("Deleted, so not counted: {clusters}.", { clusters: formatList(deleted.slice(0, 5)) })]
      : []),
    ...(asBefore.length > 0
      ? [text("As unhealthy as before, so not counted: {clusters}.", { clusters: formatList(asBefore.slice(0, 5)) })]
      : []),
  ];
}

/** What a run is doing or waits for, and whom it concerns, in one sentence. */
export function describeStagedRun(
  run: StagedRun,
  conditions: readonly GateCondition[] | undefined,
  nowMs: number,
  hidden = 0,
): string {
  if (run.status === "finished") return text("All stages are over.");
  if (run.status === "stopped") return text("It was stopped. Nothing more is sent.");
  const stage = run.current + 1;
  // What is not seen can still be under way, or have failed.
  if (hidden > 0)
    return text("Stage {stage}. What it waits for is shown to those who see all its clusters.", { stage });
  if (isHeldByFailures(run)) return text("Stage {stage} is held by failures.", { stage });
  if (!hasStageEnded(run, run.current)) {
    return isDriven(run, nowMs)
      ? text("Stage {stage} is driven by {person}.", { stage, person: run.driver?.by ?? "" })
      : text("Stage {stage} waits until somebody who can change its clusters continues it.", { stage });
  }
  const unmet = conditions?.find(({ met }) => !met);
  return unmet === undefined
    ? text("The gate of stage {stage} is open. It begins when somebody continues the run.", { stage: stage + 1 })
    : text("Stage {stage}: {what}", { stage: stage + 1, what: describeGateCondition(unmet, nowMs) });
}

/** `3 of 5 succeeded, 1 failed`. */
export function stageCountsLabel(run: StagedRun, index: number): string {
  const clusters = clustersOfStage(run, index);
  const count = (wanted: string) => clusters.filter(({ phase }) => phase === wanted).length;
  const done = text("{count, number} of {all, number} succeeded", {
    count: count("succeeded"),
    all: clusters.length,
  });
  const others = [
    [count("planned"), message("{count, number} planned for their windows")],
    [count("failed"), message("{count, number} failed")],
    [count("skipped"), message("{count, number} not started")],
    [count("excluded"), message("{count, number} excluded")],
  ] as const;
  return [done, ...others.filter(([many]) => many > 0).map(([many, words]) => text(words, { count: many }))].join(", ");
}

export const stagedRunStatusLabels: Readonly<Record<StagedRun["status"], Message>> = {
  going: message("Going on"),
  stopped: message("Stopped"),
  finished: message("Finished"),
};

const events: Readonly<Record<StagedRunEvent["what"], Message>> = {
  made: message("made the run"),
  drove: message("took over the driving"),
  began: message("began stage {stage, number}"),
  approved: message("approved stage {stage, number}"),
  "went-on": message("let it go on in spite of failures"),
  stopped: message("stopped the run"),
  finished: message("saw the last stage end"),
};

export function describeStagedRunEvent({ what, stage = 0 }: StagedRunEvent): string {
  return text(events[what], { stage: stage + 1 });
}
