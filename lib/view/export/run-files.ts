import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { phaseWords } from "#lib/act/bulk/bulk-words.ts";
import { instantText, type ListFiles, listFiles } from "./list-files.ts";

/** What became of each cluster of a run. */
export function runFiles({ id, clusters }: BulkRun, now: number): ListFiles {
  return {
    ...listFiles({
      name: "clusters",
      noun: ["cluster", "clusters"],
      items: clusters,
      filter: `run=${id}`,
      now,
      fields: [
        { key: "project", label: "project", of: ({ project }) => project },
        { key: "cluster", label: "cluster", of: ({ name }) => name },
        { key: "state", label: "state", of: ({ phase }) => phaseWords[phase] },
        { key: "attempt", label: "attempt", of: ({ attempt }) => attempt },
        { key: "sent", label: "sent", of: ({ sentAt }) => instantText(sentAt) },
        { key: "ended", label: "ended", of: ({ endedAt }) => instantText(endedAt) },
        { key: "message", label: "message", of: ({ message }) => message },
      ],
    }),
    name: `almanac-run-${id}`,
  };
}
