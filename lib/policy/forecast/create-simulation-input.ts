import { pendingInPlacePoolNames, shootVersionsOf, workerPoolsOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { ForecastShoot } from "./forecast-shoot.ts";
import type { ProfileTimelines } from "./profile-timelines.ts";
import type { MaintenanceSimulationInput } from "./simulate.ts";

/** Creates the input for simulating the maintenance of a Shoot under its profile. */
export function createSimulationInput(shoot: ForecastShoot, lanes: ProfileTimelines): MaintenanceSimulationInput {
  const { spec } = shoot;
  const auto = autoUpdateOf(spec.maintenance);
  const pools = workerPoolsOf(spec);
  const admission = { spec, pools, pendingInPlace: pendingInPlacePoolNames(shoot) };
  return {
    state: shootVersionsOf(spec),
    boundary: lanes.rules("class.boundary"),
    transitions: lanes.transitions,
    kubernetes: (current) => lanes.kubernetes(current, auto.kubernetesVersion),
    images: pools.map((pool) => lanes.images(pool, auto.machineImageVersion)),
    violations: lanes.admission.judge(admission),
  };
}
