import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleStop, Pause, Play, RotateCcw, SkipForward, Trash2, UserCheck } from "lucide-react";
import { useState } from "react";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { changeStagedRun, stagedRunsKey } from "#components/data/queries/staged-run-queries.ts";
import { useReadOnlyReason } from "#components/data/session/use-read-only.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { Button } from "#components/ui/button.tsx";
import type { ShownStagedRun, StagedRunChange } from "#lib/contract/staged/staged-runs.ts";
import { text } from "#lib/language/text.ts";
import { isDriven } from "#lib/staged-runs/change-staged-run.ts";
import {
  countFailuresOfStage,
  type GateCondition,
  hasStageEnded,
  isHeldByFailures,
} from "#lib/staged-runs/stage-gate.ts";
import { bulkErrorOf } from "./bulk-error.ts";
import { continueRun } from "./drive-stage.ts";
import type { RunDriver } from "./run-driver.ts";

interface StagedRunControlsProps {
  readonly shown: ShownStagedRun;
  readonly conditions: readonly GateCondition[] | undefined;
  readonly driver: RunDriver | undefined;
  readonly now: number;
}

/** Buttons of a staged run: approve, continue, go on in spite of failures, retry, pause, stop and delete. */
export function StagedRunControls({ shown, conditions, driver, now }: StagedRunControlsProps) {
  const { run, project, hidden } = shown;
  const client = useQueryClient();
  const openPage = useOpenPage();
  const readOnly = useReadOnlyReason();
  const me = useQuery(sessionQuery).data?.user.name;
  const [fault, setFault] = useState<string>();
  const about = { project, id: run.id };
  const change = async (body: StagedRunChange) => {
    setFault(undefined);
    try {
      await changeStagedRun(body);
      if (body.kind === "delete") openPage("/operations");
    } catch (error) {
      setFault(bulkErrorOf(error).detail);
    }
    await client.invalidateQueries({ queryKey: stagedRunsKey });
  };
  const go = async (how: "resume" | "retry-failed") => {
    setFault(undefined);
    setFault(await continueRun(about, client, how));
  };
  const elsewhere =
    driver === undefined && isDriven(run, now)
      ? text("{person} drives this run now.", { person: run.driver?.by ?? "" })
      : undefined;
  const stage = run.current + 1;
  const person = conditions?.find(({ kind }) => kind === "person");
  const asks =
    hidden === 0 && hasStageEnded(run, run.current) && person?.kind === "person" && !person.met ? person : undefined;
  const own =
    asks?.another === true && me === run.startedBy
      ? text("You made this run, so another person has to approve it.")
      : undefined;
  const isHeld = hidden === 0 && isHeldByFailures(run);
  const isOpen =
    hidden === 0 && !isHeld && (!hasStageEnded(run, run.current) || conditions?.every(({ met }) => met) === true);
  if (run.status !== "going")
    return (
      <Button disabledReason={readOnly} onClick={() => void change({ ...about, kind: "delete" })}>
        <Trash2 aria-hidden />
        {text("Delete the run")}
      </Button>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex flex-wrap gap-2">
        {asks !== undefined && (
          <Button
            variant="primary"
            disabledReason={readOnly ?? own}
            onClick={() => void change({ ...about, kind: "approve", stage })}
          >
            <UserCheck aria-hidden />
            {text("Approve stage {stage, number}", { stage: stage + 1 })}
          </Button>
        )}
        {driver === undefined && isOpen && (
          <Button variant="primary" disabledReason={readOnly ?? elsewhere} onClick={() => void go("resume")}>
            <Play aria-hidden />
            {text("Continue with my rights")}
          </Button>
        )}
        {isHeld && driver === undefined && (
          <>
            <Button disabledReason={readOnly ?? elsewhere} onClick={() => void go("retry-failed")}>
              <RotateCcw aria-hidden />
              {text("Retry the {failures, number} failed", { failures: countFailuresOfStage(run, run.current) })}
            </Button>
            <Button disabledReason={readOnly} onClick={() => void change({ ...about, kind: "go-on" })}>
              <SkipForward aria-hidden />
              {text("Go on in spite of failures")}
            </Button>
          </>
        )}
        {driver !== undefined && (
          <Button onClick={() => driver.dispatch({ type: "pause" })}>
            <Pause aria-hidden />
            {text("Pause")}
          </Button>
        )}
        <Button disabledReason={readOnly} onClick={() => void stopRun()}>
          <CircleStop aria-hidden />
          {text("Stop")}
        </Button>
      </div>
      {fault !== undefined && (
        <p role="alert" className="text-sm text-negative-text">
          {fault}
        </p>
      )}
    </div>
  );

  async function stopRun() {
    driver?.dispatch({ type: "pause" });
    await change({ ...about, kind: "stop" });
  }
}
