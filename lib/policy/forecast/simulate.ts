import {
  composeRun,
  type ImageMaintenanceOutcome,
  type MaintenanceProposal,
  type MaintenanceRunOutcomes,
  sendsDryRun,
} from "../maintenance/compose-run.ts";
import type { ShootVersions } from "../maintenance/version-state.ts";
import type { MaintenanceViolation } from "../maintenance/violation.ts";
import type { MaintenanceOutcome } from "../versions/decide.ts";
import { countPassedTransitions, type OutcomeTimeline } from "./outcome-timeline.ts";
import type { RunSchedule } from "./run-schedule.ts";

/** The maintenance outcomes over time of a pool's image, by kubelet version and image version. */
export type PoolImageTimelines = (kubelet: string, image: string) => OutcomeTimeline<ImageMaintenanceOutcome>;

/** A Shoot whose maintenance is simulated. Lists are in the order of the pools in the spec. */
export interface MaintenanceSimulationInput {
  readonly state: ShootVersions;
  /** Whether a date in the profile takes effect at its instant (older releases) or only after it. */
  readonly boundary: "strict" | "inclusive";
  /** All instants at which an entry of the profile changes, ascending. */
  readonly transitions: readonly number[];
  kubernetes(current: string): OutcomeTimeline<MaintenanceOutcome>;
  readonly images: readonly PoolImageTimelines[];
  /** The API server's objections to a run at `now` (epoch milliseconds), if the run contacts it. */
  violations(proposal: MaintenanceProposal, now: number): readonly MaintenanceViolation[];
}

/** One simulated maintenance run. Runs that cannot differ from the previous one are left out. */
export interface SimulatedRun {
  /** The time of the run, in epoch milliseconds. */
  readonly at: number;
  readonly proposal: MaintenanceProposal;
  readonly violations: readonly MaintenanceViolation[];
}

export interface MaintenanceSimulation {
  readonly runs: readonly SimulatedRun[];
  readonly final: ShootVersions;
}

/** The timelines that apply to a Shoot as long as its versions do not change. */
interface StateTimelines {
  /** The timelines of all components in one list. */
  readonly all: readonly OutcomeTimeline<ImageMaintenanceOutcome>[];
  readonly controlPlane: OutcomeTimeline<MaintenanceOutcome>;
  readonly poolKubernetes: readonly (OutcomeTimeline<MaintenanceOutcome> | undefined)[];
  readonly images: readonly (OutcomeTimeline<ImageMaintenanceOutcome> | undefined)[];
}

function timelinesOf(subject: MaintenanceSimulationInput, state: ShootVersions, last?: LastState): StateTimelines {
  const { pools, kubernetes } = state;
  const stays = last?.state.kubernetes === kubernetes;
  const controlPlane = stays ? last.timelines.controlPlane : subject.kubernetes(kubernetes);
  const poolKubernetes: (OutcomeTimeline<MaintenanceOutcome> | undefined)[] = [];
  const images: (OutcomeTimeline<ImageMaintenanceOutcome> | undefined)[] = [];
  const all: OutcomeTimeline<ImageMaintenanceOutcome>[] = [controlPlane];
  for (let place = 0; place < pools.length; place++) {
    const pool = pools[place];
    if (pool === undefined) continue;
    // A run changes few of many components, so the timelines of unchanged components are reused.
    const same = stays && pool === last.state.pools[place];
    const own = same ? last.timelines.poolKubernetes[place] : ownTimeline(subject, pool.kubernetes);
    const image = same
      ? last.timelines.images[place]
      : subject.images[place]?.(pool.kubernetes ?? kubernetes, pool.image);
    poolKubernetes.push(own);
    images.push(image);
    if (own !== undefined) all.push(own);
    if (image !== undefined) all.push(image);
  }
  return { controlPlane, poolKubernetes, images, all };
}

/** The timeline of a pool's own Kubernetes version; undefined for a pool that follows the control plane. */
function ownTimeline(subject: MaintenanceSimulationInput, version: string | undefined) {
  return version === undefined ? undefined : subject.kubernetes(version);
}

interface LastState {
  readonly state: ShootVersions;
  readonly timelines: StateTimelines;
}

const nothing: MaintenanceOutcome = { outcome: "none" };

function answersAt({ controlPlane, poolKubernetes, images }: StateTimelines, now: number): MaintenanceRunOutcomes {
  return {
    controlPlane: () => controlPlane.at(now),
    poolKubernetes: (place) => poolKubernetes[place]?.at(now) ?? nothing,
    image: (place) => images[place]?.at(now) ?? nothing,
  };
}

/** Whether a maintenance run has nothing to do and nothing to report. */
function isIdle({ all }: StateTimelines, now: number): boolean {
  for (const timeline of all) if (timeline.at(now).outcome !== "none") return false;
  return true;
}

/** The first instant up to `until` at which a run with unchanged versions would have another outcome than at `now`. */
function nextDifference({ all }: StateTimelines, { now, until }: Span): number | undefined {
  let first: number | undefined;
  for (const timeline of all) {
    const at = timeline.nextChange(now, first ?? until);
    if (at !== undefined) first = at;
  }
  return first;
}

/** The next instant at which any version of the profile changes, which may make a rejected run pass. */
function nextTransition({ transitions, boundary }: MaintenanceSimulationInput, now: number): number | undefined {
  return transitions[countPassedTransitions(transitions, now, boundary)];
}

interface Span {
  readonly now: number;
  readonly until: number;
}

/**
 * Simulates maintenance by a schedule and records every relevant run. Days on which nothing can differ are skipped,
 * without loss: the same state and the same classifications give the same outcome. It terminates because every
 * iteration is a later run.
 *
 * @param span from when until when, in epoch milliseconds
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, one run a day
 */
export function simulateMaintenance(
  subject: MaintenanceSimulationInput,
  schedule: RunSchedule,
  span: Span,
): MaintenanceSimulation {
  const runs: SimulatedRun[] = [];
  const { boundary } = subject;
  let { state } = subject;
  let timelines = timelinesOf(subject, state);
  let isOpen = false;
  let at = schedule.from(span.now);
  while (at !== undefined && at <= span.until) {
    let next: number | undefined;
    // A run with nothing to do is recorded only if it ends a failure or a rejection.
    if (!isOpen && isIdle(timelines, at)) {
      next = nextDifference(timelines, { now: at, until: span.until });
    } else {
      const proposal = composeRun(state, answersAt(timelines, at));
      const changed = proposal.after !== proposal.before;
      const violations = sendsDryRun(proposal) ? subject.violations(proposal, at) : [];
      runs.push({ at, proposal, violations });
      isOpen = violations.length > 0 || hasFailure(proposal);
      if (changed && violations.length === 0) {
        timelines = timelinesOf(subject, proposal.after, { state, timelines });
        state = proposal.after;
        at = schedule.after(at);
        continue;
      }
      next = changed ? nextTransition(subject, at) : nextDifference(timelines, { now: at, until: span.until });
    }
    if (next === undefined) break;
    at = boundary === "strict" ? schedule.after(next) : schedule.from(next);
  }
  return { runs, final: state };
}

function isFailure(outcome: MaintenanceOutcome | undefined): boolean {
  return outcome !== undefined && outcome.outcome !== "none" && outcome.outcome !== "updated";
}

function hasFailure({ controlPlane, poolKubernetes, images, imageAbort }: MaintenanceProposal): boolean {
  return (
    imageAbort !== undefined || isFailure(controlPlane) || poolKubernetes.some(isFailure) || images.some(isFailure)
  );
}
