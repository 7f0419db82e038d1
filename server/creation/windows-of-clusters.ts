import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { countWindowsPerHour, proposeWindow } from "#lib/create/propose-window.ts";

/**
 * When other clusters are maintained, and the window that is proposed for a new one.
 *
 * @param ofLandscape all clusters; undefined if the user does not see them all
 */
export function windowsOfClusters(
  ofProject: readonly FleetRow[],
  ofLandscape: readonly FleetRow[] | undefined,
): NewClusterChoices["windows"] {
  const count = (rows: readonly FleetRow[]) => countWindowsPerHour(rows.map(({ window }) => window?.begin));
  const project = count(ofProject);
  const landscape = ofLandscape && count(ofLandscape);
  return { project, ...(landscape && { landscape }), proposed: proposeWindow(project, landscape) };
}
