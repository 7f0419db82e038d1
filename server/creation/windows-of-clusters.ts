import "server-only";
import type { NewClusterChoices } from "#lib/contract/new-cluster.ts";
import { countWindowsPerHour, proposeWindow } from "#lib/create/propose-window.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { CreationContext } from "./creation-context.ts";

/** When the clusters that the user sees are maintained, and the window that is proposed for a new one. */
export function windowsOfClusters(
  { fleet }: Pick<CreationContext, "fleet">,
  scope: UserScope,
  namespace: string,
): NewClusterChoices["windows"] {
  const rows = fleet.store.rows(scope);
  const ofProject = rows.filter((row) => row.namespace === namespace);
  const project = countWindowsPerHour(ofProject.map(({ window }) => window?.begin));
  const landscape = scope.all ? countWindowsPerHour(rows.map(({ window }) => window?.begin)) : undefined;
  return { project, ...(landscape && { landscape }), proposed: proposeWindow(project, landscape) };
}
