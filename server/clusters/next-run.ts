import "server-only";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { createProfileTimelines } from "#lib/policy/forecast/profile-timelines.ts";
import { scheduleOf } from "#lib/policy/forecast/run-schedule.ts";
import { type SimulatedRun, simulateMaintenance } from "#lib/policy/forecast/simulate.ts";
import { simulationSubject } from "#lib/policy/forecast/simulation-subject.ts";
import { withCleanUps } from "#lib/policy/maintenance/clean-up-effect.ts";
import type { Proposal } from "#lib/policy/maintenance/compose-run.ts";
import { crossedLimits, type SpecCleanUp, specCleanUps } from "#lib/policy/maintenance/spec-clean-up.ts";
import { withVersions } from "#lib/policy/maintenance/version-state.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/** The first maintenance run that wants to change a version, and the spec that it would send. */
export interface NextMaintenanceRun {
  /** Epoch milliseconds: the earlier of the two simulated bounds. */
  readonly at: number;
  readonly proposal: Proposal;
  readonly cleanUps: readonly SpecCleanUp[];
  readonly spec: ShootSpec;
}

/** Period to search, in epoch milliseconds, and the garden's release, which decides the rules. */
interface Span {
  readonly now: number;
  readonly until: number;
  /** The garden's release, if known. */
  readonly release: string | undefined;
}

function isChange({ proposal }: SimulatedRun): boolean {
  return proposal.after !== proposal.before;
}

/** The next run that changes a version, even one that will be refused: the API server judges the whole change. */
export function nextChangingRun(
  shoot: Shoot,
  profile: CloudProfileSpec,
  { release, ...span }: Span,
): NextMaintenanceRun | undefined {
  const rules = rulesOfShoot(shoot, release);
  const lanes = createProfileTimelines(prepareProfile(profile), rules);
  const { late, early } = scheduleOf(shoot);
  const subject = simulationSubject(shoot, lanes);
  const firsts = [late, early].flatMap(
    (schedule) => simulateMaintenance(subject, schedule, span).runs.find(isChange) ?? [],
  );
  const [first] = firsts.sort((a, b) => a.at - b.at);
  if (first === undefined) return undefined;
  const { before, after } = first.proposal;
  const cleanUps = specCleanUps(shoot.spec, crossedLimits({ from: before.kubernetes, to: after.kubernetes }, rules));
  const spec = withCleanUps(withVersions(shoot.spec, after), cleanUps);
  return { at: first.at, proposal: first.proposal, cleanUps, spec };
}
