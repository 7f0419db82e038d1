import "server-only";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { type GardenFacts, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { createSimulationInput } from "#lib/policy/forecast/create-simulation-input.ts";
import { createProfileTimelines } from "#lib/policy/forecast/profile-timelines.ts";
import { runSchedulesOfShoot } from "#lib/policy/forecast/run-schedule.ts";
import { type SimulatedRun, simulateMaintenance } from "#lib/policy/forecast/simulate.ts";
import { applySpecCleanups } from "#lib/policy/maintenance/cleanup-effect.ts";
import type { MaintenanceProposal } from "#lib/policy/maintenance/compose-run.ts";
import { crossedLimits, type SpecCleanup, specCleanups } from "#lib/policy/maintenance/spec-cleanup.ts";
import { withVersions } from "#lib/policy/maintenance/version-state.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/** The next maintenance run of a Shoot that would change a version, and the Shoot spec that it would write. */
export interface NextMaintenanceRun {
  /** Earliest time of the run, in epoch milliseconds. */
  readonly at: number;
  readonly proposal: MaintenanceProposal;
  readonly cleanups: readonly SpecCleanup[];
  readonly spec: ShootSpec;
}

/** Period in which to search for a maintenance run, in epoch milliseconds. */
interface Span {
  readonly now: number;
  readonly until: number;
  /** Version of Gardener in the garden, if known; it decides which maintenance rules apply. */
  readonly garden: GardenFacts;
}

function isChange({ proposal }: SimulatedRun): boolean {
  return proposal.after !== proposal.before;
}

/** The next maintenance run that would change a version, even if the API server will refuse the change. */
export function findNextVersionChangingRun(
  shoot: Shoot,
  profile: CloudProfileSpec,
  { garden, ...span }: Span,
): NextMaintenanceRun | undefined {
  const rules = rulesOfShoot(shoot, garden);
  const lanes = createProfileTimelines(prepareProfile(profile), rules);
  const { late, early } = runSchedulesOfShoot(shoot);
  const subject = createSimulationInput(shoot, lanes);
  const firsts = [late, early].flatMap(
    (schedule) => simulateMaintenance(subject, schedule, span).runs.find(isChange) ?? [],
  );
  const [first] = firsts.sort((a, b) => a.at - b.at);
  if (first === undefined) return undefined;
  const { before, after } = first.proposal;
  const cleanups = specCleanups(shoot.spec, crossedLimits({ from: before.kubernetes, to: after.kubernetes }, rules));
  const spec = applySpecCleanups(withVersions(shoot.spec, after), cleanups);
  return { at: first.at, proposal: first.proposal, cleanups, spec };
}
