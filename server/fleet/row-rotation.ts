import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { phasedFamilies, rotationFamilies } from "#lib/policy/rotations/families.ts";
import { recordAt, textAt } from "./wire-reading.ts";

/** Which phase a person should see first when several rotations are under way: what waits for them. */
const urgency: Readonly<Record<string, number>> = { Prepared: 3, WaitingForWorkersRollout: 2 };

function rotationsOf(shoot: KubeObject): Readonly<Record<string, unknown>> {
  return recordAt(shoot, "status", "credentials", "rotation");
}

/** The rotation that is under way and matters most; undefined when every family is idle. */
export function rotationOf(shoot: KubeObject): FleetRow["rotation"] {
  const rotations = rotationsOf(shoot);
  const underWay = phasedFamilies.flatMap((family) => {
    const rotation = recordAt(rotations, family);
    const phase = textAt(rotation, "phase");
    if (phase === undefined || phase === "Completed") return [];
    const since = textAt(rotation, "lastInitiationFinishedTime") ?? textAt(rotation, "lastInitiationTime");
    return [{ family, phase, ...(since === undefined ? {} : { since }) }];
  });
  return underWay.sort((a, b) => (urgency[b.phase] ?? 1) - (urgency[a.phase] ?? 1))[0];
}

/** When each family was renewed last: of one with phases when its last rotation was completed. */
export function rotatedAtOf(shoot: KubeObject): FleetRow["rotatedAt"] {
  const rotations = rotationsOf(shoot);
  const renewed = rotationFamilies.flatMap((family) => {
    const at = textAt(rotations, family, "lastCompletionTime");
    return at === undefined ? [] : [[family, at] as const];
  });
  return renewed.length === 0 ? undefined : Object.fromEntries(renewed);
}
