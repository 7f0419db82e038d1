import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { batchesOfBulkRun } from "#lib/act/bulk/batches.ts";
import { type BulkPlan, clusterRankLabel, type EligibleCluster } from "#lib/act/bulk/plan-run.ts";
import { message, text } from "#lib/language/text.ts";
import { ClusterLink } from "./cluster-link.tsx";
import { type PagedColumn, PagedTable } from "./paged-table.tsx";

interface EligibleLine extends EligibleCluster {
  /** Number of the batch; undefined for a cluster that changes in its maintenance window. */
  readonly batch: number | undefined;
}

const eligibleColumns: readonly PagedColumn<EligibleLine>[] = [
  { label: message("Batch"), numeric: true, cell: ({ batch }) => batch ?? text("in window") },
  {
    label: message("Cluster"),
    cell: ({ cluster, standing }) => (
      <>
        <ClusterLink cluster={cluster} />
        <p className="text-xs text-tertiary">{clusterRankLabel(standing)}</p>
      </>
    ),
  },
  {
    label: message("Effect"),
    wide: true,
    cell: ({ digest }) => (
      <>
        <p className="text-pretty">{digest.sentence}</p>
        <Cautions of={digest.cautions} />
      </>
    ),
  },
  {
    label: message("Dry run"),
    cell: ({ digest }) =>
      digest.dryRun === "accepted" ? (
        <Tag hue="positive">{text("accepted", {}, "dry run")}</Tag>
      ) : (
        <Tag hue="neutral">{text("not run", {}, "dry run")}</Tag>
      ),
  },
];

/** Expandable warnings about a cluster of the plan. */
function Cautions({ of: cautions }: { readonly of: readonly string[] }) {
  if (cautions.length === 0) return null;
  return (
    <details className="mt-0.5 text-caution-text">
      <summary className="cursor-pointer rounded-tag py-0.5">
        <TriangleAlert aria-hidden className="mr-1 inline size-3.5" />
        {text("{count, plural, one {# warning} other {# warnings}}", { count: cautions.length })}
      </summary>
      <ul className="mt-1 list-disc pl-6 text-pretty">
        {cautions.map((caution) => (
          <li key={caution}>{caution}</li>
        ))}
      </ul>
    </details>
  );
}

/** Table of the clusters that the plan includes, in order of execution, with the result of each preview. */
export function EligibleTable({ plan, batches }: { readonly plan: BulkPlan; readonly batches: readonly number[] }) {
  const lines = useMemo<readonly EligibleLine[]>(
    () =>
      batchesOfBulkRun(plan.eligible, batches).flatMap(({ from, to, inWindows }, index) =>
        plan.eligible.slice(from, to).map((each) => ({ ...each, batch: inWindows ? undefined : index + 1 })),
      ),
    [plan, batches],
  );
  return (
    <Card id="eligible" title={text("Eligible: {count, number}", { count: plan.eligible.length })} flush>
      <PagedTable
        caption={text("Eligible clusters")}
        columns={eligibleColumns}
        items={lines}
        keyOf={({ cluster }) => cluster.uid}
      />
    </Card>
  );
}

type ExcludedLine = BulkPlan["excluded"][number];

const excludedColumns: readonly PagedColumn<ExcludedLine>[] = [
  { label: message("Cluster"), cell: ({ cluster }) => <ClusterLink cluster={cluster} /> },
  { label: message("Reason"), wide: true, cell: ({ reason }) => <p className="text-pretty">{reason}</p> },
];

export function ExcludedTable({ plan }: { readonly plan: BulkPlan }) {
  return (
    <Card id="excluded" title={text("Excluded: {count, number}", { count: plan.excluded.length })} flush>
      <PagedTable
        caption={text("Excluded clusters")}
        columns={excludedColumns}
        items={plan.excluded}
        keyOf={({ cluster }) => cluster.uid}
      />
    </Card>
  );
}
