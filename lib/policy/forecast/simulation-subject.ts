import type { Shoot } from "../../garden/shoot.ts";
import { admissionViolations } from "../maintenance/admission.ts";
import { pendingInPlacePools, poolsOf, versionStateOf } from "../maintenance/version-state.ts";
import { autoUpdateOf } from "../versions/auto-update.ts";
import type { ProfileLanes } from "./profile-lanes.ts";
import type { SimulationSubject } from "./simulate.ts";

/** Puts a Shoot under the rules of its profile. */
export function simulationSubject(shoot: Shoot, lanes: ProfileLanes): SimulationSubject {
  const { spec } = shoot;
  const auto = autoUpdateOf(spec.maintenance);
  const pools = poolsOf(spec);
  const admission = { spec, pools, pendingInPlace: pendingInPlacePools(shoot) };
  const { profile, rules } = lanes;
  return {
    state: versionStateOf(spec),
    boundary: rules("class.boundary"),
    transitions: lanes.transitions,
    kubernetes: (current) => lanes.kubernetes(current, auto.kubernetesVersion),
    images: pools.map((pool) => lanes.images(pool, auto.machineImageVersion)),
    violations: ({ before, after }, now) => admissionViolations({ before, after }, admission, { profile, now, rules }),
  };
}
