import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import {
  pendingInPlacePools,
  phasedFamilies,
  rotationFamilies,
  userActionOfRotation,
} from "#lib/policy/rotations/families.ts";
import { nonEmptyTextAt, recordAt, recordsAt } from "./wire-fields.ts";

/** Priority of phases when several credential rotations are in progress: those that wait for the user come first. */
const urgency: Readonly<Record<string, number>> = { Prepared: 3, WaitingForWorkersRollout: 2 };

function rotationsOf(shoot: KubeObject): Readonly<Record<string, unknown>> {
  return recordAt(shoot, "status", "credentials", "rotation");
}

/** Credential rotations of a Shoot that are in progress; undefined when there is none. */
export function rotationsUnderWay(shoot: KubeObject): FleetRow["rotations"] {
  const rotations = rotationsOf(shoot);
  const busy = phasedFamilies.filter((family) => {
    const phase = nonEmptyTextAt(rotations, family, "phase");
    return phase !== undefined && phase !== "Completed";
  });
  if (busy.length === 0) return undefined;
  const readable = parseShoot({ ...shoot });
  return busy.map((family) => {
    const rotation = recordAt(rotations, family);
    const pools = recordsAt(rotation, "pendingWorkersRollouts").flatMap((pool) => nonEmptyTextAt(pool, "name") ?? []);
    const wait = readable && userActionOfRotation(readable, family);
    const waiting = wait === "select-nodes" && readable ? pendingInPlacePools(readable).manual : pools;
    const since =
      nonEmptyTextAt(rotation, "lastInitiationFinishedTime") ?? nonEmptyTextAt(rotation, "lastInitiationTime");
    return {
      family,
      phase: nonEmptyTextAt(rotation, "phase") ?? "",
      ...(since === undefined ? {} : { since }),
      ...(wait === undefined ? {} : { wait }),
      ...(waiting.length === 0 ? {} : { pools: [...waiting] }),
    };
  });
}

/** The credential rotation in progress that needs the user's attention first; undefined when there is none. */
export function mostUrgentRotationOf(rotations: FleetRow["rotations"]): FleetRow["rotation"] {
  const [first] = (rotations ?? []).toSorted((a, b) => (urgency[b.phase] ?? 1) - (urgency[a.phase] ?? 1));
  if (first === undefined) return undefined;
  const { family, phase, since } = first;
  return { family, phase, ...(since === undefined ? {} : { since }) };
}

/** When each kind of credential was last rotated; for rotations with phases, when the last one was completed. */
export function lastRotationTimes(shoot: KubeObject): FleetRow["rotatedAt"] {
  const rotations = rotationsOf(shoot);
  const renewed = rotationFamilies.flatMap((family) => {
    const at = nonEmptyTextAt(rotations, family, "lastCompletionTime");
    return at === undefined ? [] : [[family, at] as const];
  });
  return renewed.length === 0 ? undefined : Object.fromEntries(renewed);
}
