import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { phaseWords } from "#lib/act/bulk/bulk-words.ts";
import { text } from "#lib/language/text.ts";
import { instantText, type ListFiles, listFiles } from "./list-files.ts";

/** What became of each cluster of a run. */
export function runFiles({ id, clusters }: BulkRun, now: number): ListFiles {
  return {
    ...listFiles({
      name: "clusters",
      noun: [text("cluster"), text("clusters")],
      items: clusters,
      filter: `run=${id}`,
      now,
      fields: [
        { ...column("project"), of: ({ project }) => project },
        { ...column("cluster"), of: ({ name }) => name },
        { ...column("state"), of: ({ phase }) => String(phaseWords[phase]) },
        { ...column("attempt"), of: ({ attempt }) => attempt },
        { ...column("sent"), of: ({ sentAt }) => instantText(sentAt) },
        { ...column("ended"), of: ({ endedAt }) => instantText(endedAt) },
        { ...column("message"), of: ({ message }) => message },
      ],
    }),
    name: `almanac-run-${id}`,
  };
}

/** Its table is for programs too: its columns are called as the document calls them, in every language. */
function column(key: string) {
  return { key, label: key };
}
