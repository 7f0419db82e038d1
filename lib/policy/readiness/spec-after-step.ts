import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { applySpecCleanups } from "../maintenance/cleanup-effect.ts";
import { simulateMaintenanceRun } from "../maintenance/maintain-shoot.ts";
import { crossedLimits, type SpecCleanup, specCleanups } from "../maintenance/spec-cleanup.ts";
import { type ShootVersions, shootVersionsOf, withVersions } from "../maintenance/version-state.ts";
import type { MinorStep } from "./readiness-finding.ts";

export interface SpecAfterStep {
  /** The spec that the cluster has when the step is made. */
  readonly before: ShootSpec;
  readonly spec: ShootSpec;
  /** Fields that maintenance changes with the version; none for a chosen step. */
  readonly cleanups: readonly SpecCleanup[];
}

/**
 * The spec that a step writes. Somebody who chooses it changes the version only. Maintenance also changes the pools and
 * images that are due in the same run, and the fields that the version no longer has.
 */
export function specAfterStep(
  shoot: Shoot,
  step: MinorStep,
  { profile, rules }: { readonly profile: CloudProfileSpec | undefined; readonly rules: GardenerRules },
): SpecAfterStep {
  const before = step.before === undefined ? shoot.spec : withVersions(shoot.spec, step.before);
  const alone: ShootVersions = { ...shootVersionsOf(before), kubernetes: step.to };
  if (step.way === "chosen") return { before, spec: withVersions(before, alone), cleanups: [] };
  const versions = versionsOfRun({ ...shoot, spec: before }, step, { profile, rules }) ?? alone;
  const cleanups = specCleanups(before, crossedLimits(step, rules));
  return { before, spec: applySpecCleanups(withVersions(before, versions), cleanups), cleanups };
}

/** The versions that the run of the step proposes; undefined if that run would take another step. */
function versionsOfRun(
  shoot: Shoot,
  { to, at }: MinorStep,
  { profile, rules }: { readonly profile: CloudProfileSpec | undefined; readonly rules: GardenerRules },
): ShootVersions | undefined {
  if (profile === undefined || at === undefined) return undefined;
  const { after } = simulateMaintenanceRun(shoot, profile, { now: at, rules }).proposal;
  return after.kubernetes === to ? after : undefined;
}
