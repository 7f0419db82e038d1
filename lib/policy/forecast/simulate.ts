import { composeRun, type Proposal, type RunAnswers } from "../maintenance/compose-run.ts";
import { effectiveKubernetes, type VersionState } from "../maintenance/version-state.ts";
import type { Violation } from "../maintenance/violation.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import type { PoolImages } from "./profile-lanes.ts";
import type { RunSchedule } from "./run-schedule.ts";
import type { Timeline } from "./timeline.ts";

/** A Shoot in a simulation. Lists follow the pools of its spec. */
export interface SimulationSubject {
  readonly state: VersionState;
  /** Whether a date takes effect at its instant (older releases) or only after it. */
  readonly boundary: "strict" | "inclusive";
  /** All instants at which something of the profile changes, ascending. */
  readonly transitions: readonly number[];
  kubernetes(current: string): Timeline<MaintenanceOutcome>;
  readonly images: readonly PoolImages[];
  /** What the API server objects to in a run at `now` (epoch milliseconds). */
  violations(proposal: Proposal, now: number): readonly Violation[];
}

/** A run that was looked at. Runs in between, in which nothing can differ, are left out. */
export interface SimulatedRun {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly proposal: Proposal;
  readonly violations: readonly Violation[];
}

export interface Simulation {
  readonly runs: readonly SimulatedRun[];
  readonly final: VersionState;
}

function answersAt(subject: SimulationSubject, now: number): RunAnswers {
  return {
    kubernetes: (current) => subject.kubernetes(current).at(now),
    image: (pool, { kubelet, image }) => subject.images[pool]?.at(kubelet, image).at(now) ?? { outcome: "none" },
  };
}

/** The first instant up to `until` at which a run would come out differently than at `now` in the same state. */
function nextDifference(subject: SimulationSubject, state: VersionState, span: Span): number | undefined {
  const changes = [
    subject.kubernetes(state.kubernetes).nextChange(span.now, span.until),
    ...state.pools.flatMap((pool, index) => [
      pool.kubernetes === undefined ? undefined : subject.kubernetes(pool.kubernetes).nextChange(span.now, span.until),
      subject.images[index]?.at(effectiveKubernetes(state, pool), pool.image).nextChange(span.now, span.until),
    ]),
  ];
  return changes.reduce(
    (first, at) => (at !== undefined && (first === undefined || at < first) ? at : first),
    undefined,
  );
}

/** A refused run may pass as soon as any version of the profile changes. */
function nextTransition({ transitions, boundary }: SimulationSubject, now: number): number | undefined {
  return transitions.find((at) => (boundary === "strict" ? at >= now : at > now));
}

interface Span {
  readonly now: number;
  readonly until: number;
}

/**
 * Lets maintenance run by a schedule and takes note of every run that matters. Days on which nothing can differ are
 * skipped, which is exact: with the same state and the same classifications a run comes out the same. It ends, because
 * every round is a later run.
 *
 * @param span from when until when, in epoch milliseconds
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, one run a day
 */
export function simulate(subject: SimulationSubject, schedule: RunSchedule, span: Span): Simulation {
  const runs: SimulatedRun[] = [];
  let { state } = subject;
  let at = schedule.from(span.now);
  while (at !== undefined && at <= span.until) {
    const proposal = composeRun(state, answersAt(subject, at));
    const changed = proposal.after !== proposal.before;
    const violations = changed ? subject.violations(proposal, at) : [];
    runs.push({ at, proposal, violations });
    if (changed && violations.length === 0) {
      state = proposal.after;
      at = schedule.after(at);
      continue;
    }
    const next: number | undefined = changed
      ? nextTransition(subject, at)
      : nextDifference(subject, state, { now: at, until: span.until });
    if (next === undefined) break;
    at = subject.boundary === "strict" ? schedule.after(next) : schedule.from(next);
  }
  return { runs, final: state };
}
