import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { numberAt, textAt } from "./wire-reading.ts";

/**
 * What of a Shoot its forecast depends on, as one text: most changes of a Shoot are its status reporting progress, and
 * need no new forecast. Undefined when the garden does not count the spec's generations, so that nobody can tell.
 */
export function forecastInputs(shoot: Shoot): string | undefined {
  const generation = numberAt(shoot, "metadata", "generation");
  if (generation === undefined) return undefined;
  return JSON.stringify([
    generation,
    textAt(shoot, "metadata", "deletionTimestamp"),
    textAt(shoot, "status", "gardener", "version"),
    fieldAt(shoot, "status", "inPlaceUpdates", "pendingWorkerUpdates"),
  ]);
}
