import type { QueryClient } from "@tanstack/react-query";
import { type ClusterRef, clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { checklistQuery } from "#components/data/queries/credential-queries.ts";
import type { ChecklistReading } from "#lib/contract/checklist.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { readShoot } from "#lib/garden/read-shoot.ts";
import { twinFamilies } from "#lib/policy/rotations/families.ts";
import { checklistView } from "#lib/view/checklist/checklist-view.ts";
import type { RotationScope } from "#lib/view/rotations/rotation-scope.ts";

/** How far a checklist is that is kept in the garden; `unreadable` where nobody here can tell. */
export type ChecklistStand =
  | { readonly kind: "read"; readonly done: number; readonly total: number; readonly finished: boolean }
  | { readonly kind: "unreadable" };

export function standOf(detail: ClusterDetail, { checklist }: ChecklistReading, scope: RotationScope): ChecklistStand {
  const shoot = readShoot(detail.shoot);
  if (!shoot || !checklist) return { kind: "unreadable" };
  const families = twinFamilies.filter((family) => scope === "all" || scope === family);
  const { done, reasoned, total, finished } = checklistView(shoot, checklist, families);
  return { kind: "read", done: done + reasoned, total, finished: finished && total > 0 };
}

/** Asked anew for a decision: what the table shows may be half a minute old. */
export async function readStand(
  client: QueryClient,
  cluster: ClusterRef,
  scope: RotationScope,
): Promise<ChecklistStand> {
  try {
    const [detail, reading] = await Promise.all([
      client.fetchQuery({ ...clusterQuery(cluster), staleTime: 0 }),
      client.fetchQuery({ ...checklistQuery(cluster), staleTime: 0 }),
    ]);
    return standOf(detail, reading, scope);
  } catch {
    // Whatever could not be read is not finished; the plan says of which cluster.
    return { kind: "unreadable" };
  }
}
