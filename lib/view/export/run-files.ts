import { bulkPhaseLabels } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { formatOptionalInstant, type ListFiles, listFiles } from "./list-files.ts";

/** Files with the outcome of each cluster of a run. */
export function runFiles({ id, clusters }: BulkRun, now: number): ListFiles {
  return listFiles({
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
