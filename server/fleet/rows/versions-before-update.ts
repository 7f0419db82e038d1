import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import {
  doChangesWaitForWindow,
  isRowOperationUnfinished,
  operationStateOfRow,
} from "#lib/policy/next/row-operation.ts";

type VersionsBefore = NonNullable<FleetRow["versionsBefore"]>;

/**
 * Versions that a cluster had before an update that is not rolled out completely. Gardener reports only the versions in
 * the spec, so those before are remembered from the row that was stored earlier.
 *
 * @param row the new row of a Shoot
 * @param held the stored row of the same Shoot; undefined for a Shoot that is read for the first time
 * @returns undefined if the versions in the spec are rolled out, or if the beginning of the update was not seen
 */
export function versionsBeforeUpdate(row: FleetRow, held: FleetRow | undefined): VersionsBefore | undefined {
  if (held === undefined || isSpecRolledOut(row)) return undefined;
  const before = held.versionsBefore ?? (isSpecRolledOut(held) ? versionsOf(held) : undefined);
  return before === undefined || before.kubernetes === "" || isSameJson(before, versionsOf(row)) ? undefined : before;
}

function versionsOf({ kubernetes, pinnedPools, images }: FleetRow): VersionsBefore {
  return {
    kubernetes: kubernetes.version,
    pinnedPools,
    images: images.map(({ name, version, pools }) => ({ name, version, pools })),
  };
}

/** Whether Gardener has carried out the whole spec: its operation ended, and no change waits for another one. */
function isSpecRolledOut(row: FleetRow): boolean {
  return operationStateOfRow(row) === "ended" && !isRowOperationUnfinished(row) && !doChangesWaitForWindow(row);
}
