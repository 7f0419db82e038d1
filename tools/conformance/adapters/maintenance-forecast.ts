import { newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { createSimulationInput } from "#lib/policy/forecast/create-simulation-input.ts";
import { createProfileTimelines } from "#lib/policy/forecast/profile-timelines.ts";
import { fixedSchedule } from "#lib/policy/forecast/run-schedule.ts";
import { type SimulatedRun, simulateMaintenance } from "#lib/policy/forecast/simulate.ts";
import { violationKey } from "#lib/policy/maintenance/violation.ts";
import type { MaintenanceOutcome } from "#lib/policy/versions/decide.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { formatVersionState, type MaintenanceRunInput, maintenanceRunShoot } from "./maintenance-run.ts";

interface Target {
  readonly target: string;
  readonly from: string;
  readonly outcome: MaintenanceOutcome | undefined;
}

function targetsOf({ proposal }: SimulatedRun): readonly Target[] {
  const { before, controlPlane, poolKubernetes, images } = proposal;
  const pools = before.pools.flatMap(({ name, kubernetes = "", image }, index): Target[] => [
    { target: `pool/${name}/kubernetes`, from: kubernetes, outcome: poolKubernetes[index] },
    { target: `pool/${name}/image`, from: image, outcome: images[index] },
  ]);
  return [{ target: "controlPlane", from: before.kubernetes, outcome: controlPlane }, ...pools];
}

function blockedOf(run: SimulatedRun): Readonly<Record<string, unknown>> {
  const failed = targetsOf(run).flatMap(({ target, outcome }) =>
    outcome?.outcome === "failed" ? [[target, outcome.error] as const] : [],
  );
  const refused = run.violations.length === 0 ? [] : [["admission", run.violations.map(violationKey)] as const];
  return Object.fromEntries([...failed, ...refused]);
}

function eventsOf(runs: readonly SimulatedRun[]): readonly unknown[] {
  let known = "{}";
  return runs.flatMap((simulated) => {
    const run = new Date(simulated.at).toISOString().replace(".000Z", "Z");
    const blocked = blockedOf(simulated);
    const isNew = JSON.stringify(blocked) !== known;
    known = JSON.stringify(blocked);
    const updates = targetsOf(simulated).flatMap(({ target, from, outcome }) =>
      outcome?.outcome === "updated" && simulated.violations.length === 0
        ? [{ run, target, from, to: outcome.to, trigger: outcome.trigger }]
        : [],
    );
    return isNew && known !== "{}" ? [...updates, { run, blocked }] : updates;
  });
}

/** Adapter for area `forecast`: the simulation on which forecasts are based, with given times of maintenance runs. */
export const maintenanceForecastAdapters: VectorAdapters = {
  forecast: createVectorAdapter<MaintenanceRunInput & { runs: readonly string[] }>((input) => {
    const runs = input.runs.map((run) => Date.parse(run));
    const lanes = createProfileTimelines(prepareProfile(input.cloudProfile.spec), newestRules);
    const subject = createSimulationInput(maintenanceRunShoot(input), lanes);
    const span = { now: runs[0] ?? 0, until: runs.at(-1) ?? 0 };
    const simulation = simulateMaintenance(subject, fixedSchedule(runs), span);
    return { events: eventsOf(simulation.runs), final: formatVersionState(simulation.final) };
  }),
};
