import { useQuery } from "@tanstack/react-query";
import { type ClusterRef, clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { checklistQuery } from "#components/data/queries/credential-queries.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import type { RotationScope } from "#lib/view/rotations/rotation-scope.ts";
import { standOf } from "./checklist-reading.ts";

/** How much of the checklist is done, as it is kept in the garden. */
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
