import { bulkPhaseLabels } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { formatOptionalInstant, type PreparedListExport, prepareListExport } from "./list-files.ts";

/** Exports the outcome of each cluster in a bulk run. */
export function exportBulkRun({ id, clusters }: BulkRun, now: number): PreparedListExport {
  return prepareListExport({
    name: "clusters",
    file: `almanac-run-${id}`,
    items: clusters,
    filter: `run=${id}`,
    now,
    fields: [
      { key: "project", of: ({ project }) => project },
      { key: "cluster", of: ({ name }) => name },
      { key: "state", of: ({ phase }) => String(bulkPhaseLabels[phase]), code: ({ phase }) => phase },
      { key: "attempt", of: ({ attempt }) => attempt },
      { key: "sent", of: ({ sentAt }) => formatOptionalInstant(sentAt) },
      { key: "ended", of: ({ endedAt }) => formatOptionalInstant(endedAt) },
      { key: "message", of: ({ message }) => message },
    ],
  });
}
