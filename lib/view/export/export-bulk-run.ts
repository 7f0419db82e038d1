import { bulkPhaseLabels } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { text } from "#lib/language/text.ts";
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
      { key: "project", title: text("Project"), of: ({ project }) => project },
      { key: "cluster", title: text("Cluster"), of: ({ name }) => name },
      {
        key: "state",
        title: text("State"),
        of: ({ phase }) => String(bulkPhaseLabels[phase]),
        code: ({ phase }) => phase,
      },
      { key: "attempt", title: text("Attempt"), of: ({ attempt }) => attempt },
      { key: "sent", title: text("Sent"), of: ({ sentAt }) => formatOptionalInstant(sentAt) },
      { key: "ended", title: text("Ended"), of: ({ endedAt }) => formatOptionalInstant(endedAt) },
      { key: "message", title: text("What was seen"), of: ({ message }) => message },
    ],
  });
}
