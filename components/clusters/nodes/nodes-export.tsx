import { ExportList } from "#components/data/export/export-list.tsx";
import { text } from "#lib/language/text.ts";
import type { NodeFilter, ShownPool } from "#lib/view/nodes/node-filter.ts";
import type { Cluster } from "../use-cluster.ts";

interface NodesExportProps {
  readonly cluster: Cluster;
  readonly filter: NodeFilter;
  readonly shown: readonly ShownPool[];
}

/** Menu that exports the Nodes selected by the filters. */
export function NodesExport({ cluster: { row }, filter, shown }: NodesExportProps) {
  return (
    <ExportList
      size="sm"
      list={{
        count: shown.reduce((sum, { nodes }) => sum + nodes.length, 0),
        counted: (count) => text("{count, plural, one {# node} other {# nodes}}", { count }),
        kubectl: true,
        make: async () =>
          (await import("#lib/view/export/cluster-files.ts")).exportNodes(shown, {
            project: row.project,
            name: row.name,
            filter: Object.entries(filter)
              .map(([key, value]) => `&${key}=${value}`)
              .join(""),
            now: Date.now(),
          }),
      }}
    />
  );
}
