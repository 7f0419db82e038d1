import type { VersionState } from "../maintenance/version-state.ts";
import type { NodeLimitViolation } from "../maintenance/violation.ts";
import type { LaneHistory, RefusedRuns } from "./lane-moves.ts";
import type { DailySchedule } from "./schedules/run-schedule.ts";

interface Standing {
  readonly violation: NodeLimitViolation;
  readonly state: VersionState;
  readonly schedule: DailySchedule;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * A history of a Shoot that the API server takes no write of. That holds from the first run on, also when it has nothing
 * to do; what a later run would have changed is told with it. Runs with further violations stay as they are.
 */
export function withStandingRefusal(history: LaneHistory, standing: Standing | undefined): LaneHistory {
  const at = standing?.schedule.from(standing.now);
  if (standing === undefined || at === undefined) return history;
  const { state, violation, schedule } = standing;
  const isSame = ({ run }: RefusedRuns) => run.violations.length === 1;
  const attempted = history.refused.find(isSame)?.run.proposal;
  const proposal = attempted ?? {
    before: state,
    after: state,
    controlPlane: { outcome: "none" },
    poolKubernetes: [],
    images: [],
    imageAbort: undefined,
  };
  const first: RefusedRuns = {
    run: { at, proposal, violations: [violation] },
    window: schedule.windowOf(at),
    until: undefined,
  };
  return { ...history, refused: [first, ...history.refused.filter((one) => !isSame(one))] };
}
