import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type ClusterRef, clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { checklistQuery } from "#components/data/queries/credential-queries.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ChecklistResponse } from "#lib/contract/checklist.ts";
import type { ClusterDetail } from "#lib/contract/cluster.ts";
import { parseShoot } from "#lib/garden/parse-shoot.ts";
import { text } from "#lib/language/text.ts";
import { nodeRollingFamilies } from "#lib/policy/rotations/families.ts";
import { checklistViewOf } from "#lib/view/checklist/checklist-view-of.ts";
import type { RotationScope } from "#lib/view/rotations/rotation-scope.ts";

/** Cell with the progress of a rotation's checklist as stored in the garden. */
export function ChecklistCell({ cluster, scope }: { readonly cluster: ClusterRef; readonly scope: RotationScope }) {
  const detail = useQuery(clusterQuery(cluster));
  const reading = useQuery({ ...checklistQuery(cluster), refetchInterval: false });
  if (detail.error || reading.error) return <span className="text-tertiary">{text("not readable")}</span>;
  if (!detail.data || !reading.data) return <Skeleton className="h-4 w-8" />;
  const stand = standOf(detail.data, reading.data, scope);
  if (stand.kind === "unreadable") return <span className="text-tertiary">{text("not readable")}</span>;
  return (
    <>
      {stand.done}/{stand.total}
      {stand.finished && <span className="text-positive-text"> {text("finished")}</span>}
    </>
  );
}

/** Progress of a rotation's checklist; `unreadable` if the checklist or the cluster could not be read. */
type ChecklistStand =
  | { readonly kind: "read"; readonly done: number; readonly total: number; readonly finished: boolean }
  | { readonly kind: "unreadable" };

function standOf(detail: ClusterDetail, { checklist }: ChecklistResponse, scope: RotationScope): ChecklistStand {
  const shoot = parseShoot(detail.shoot);
  if (!shoot || !checklist) return { kind: "unreadable" };
  const families = nodeRollingFamilies.filter((family) => scope === "all" || scope === family);
  const { done, reasoned, total, finished } = checklistViewOf(shoot, checklist, families);
  return { kind: "read", done: done + reasoned, total, finished: finished && total > 0 };
}

/** Reads the progress of a checklist again before a decision, because the table may be half a minute old. */
export async function readChecklistProgress(
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
    // An unreadable checklist counts as unfinished; the plan names its cluster.
    return { kind: "unreadable" };
  }
}
