import { text } from "#lib/language/text.ts";
import type { ClusterToMove } from "../accounts/migration-board.ts";
import { kubectlGetCommandOf } from "./export-clusters.ts";
import { type ExportContext, formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

/** Exports the clusters that still use a SecretBinding, with the time at which a maintenance run replaces it. */
export function exportClustersToMove(items: readonly ClusterToMove[], listed: ExportContext): PreparedListExport {
  return prepareListExport({
    name: "secret-bindings",
    items,
    ...listed,
    kubectl: kubectlGetCommandOf(items.map(({ row }) => row)),
    fields: [
      { key: "project", title: text("Project"), of: ({ row }) => row.project },
      { key: "cluster", title: text("Cluster"), of: ({ row }) => row.name },
      { key: "secretBinding", title: text("SecretBinding"), of: ({ secretBinding }) => secretBinding },
      { key: "kubernetes", title: text("Kubernetes"), of: ({ row }) => row.kubernetes.version },
      {
        key: "replacedFrom",
        title: text("Replaced from"),
        of: ({ deadline }) => formatOptionalInstant(deadline?.at),
      },
      {
        key: "replacedUntil",
        title: text("Replaced until"),
        of: ({ deadline }) => formatOptionalInstant(deadline?.latestAt),
      },
      { key: "replacedWith", title: text("Replaced with the update to"), of: ({ deadline }) => deadline?.to },
      { key: "overdue", title: text("Overdue"), of: ({ deadline }) => deadline?.overdue === true },
    ],
  });
}
