import { pendingInPlacePoolNames, poolsOf, versionStateOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { ForecastShoot } from "./forecast-shoot.ts";
import type { ProfileTimelines } from "./profile-timelines.ts";
import type { SimulationSubject } from "./simulate.ts";

/** Creates the simulation input of a Shoot under its profile. */
export function simulationSubject(shoot: ForecastShoot, lanes: ProfileTimelines): SimulationSubject {
  const { spec } = shoot;
  const auto = autoUpdateOf(spec.maintenance);
  const pools = poolsOf(spec);
  const admission = { spec, pools, pendingInPlace: pendingInPlacePoolNames(shoot) };
  return {
    state: versionStateOf(spec),
    boundary: lanes.rules("class.boundary"),
    transitions: lanes.transitions,
    kubernetes: (current) => lanes.kubernetes(current, auto.kubernetesVersion),
    images: pools.map((pool) => lanes.images(pool, auto.machineImageVersion)),
    violations: lanes.admission.judge(admission),
  };
}
