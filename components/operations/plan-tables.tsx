"use client";

import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { batchesOf } from "#lib/act/bulk/batches.ts";
import { type EligibleCluster, type Plan, standingWords } from "#lib/act/bulk/plan-run.ts";
import { countOf, formatNumber } from "#lib/words/count.ts";
import { ClusterLink } from "./cluster-link.tsx";
import { type PagedColumn, PagedTable } from "./paged-table.tsx";

interface EligibleLine extends EligibleCluster {
  readonly batch: number;
}

const eligibleColumns: readonly PagedColumn<EligibleLine>[] = [
  { label: "Batch", numeric: true, cell: ({ batch }) => batch },
  {
    label: "Cluster",
    cell: ({ cluster, standing }) => (
      <>
        <ClusterLink cluster={cluster} />
        <p className="text-xs text-tertiary">{standingWords(standing)}</p>
      </>
    ),
  },
  {
    label: "Effect",
    wide: true,
    cell: ({ digest }) => (
      <>
        <p className="text-pretty">{digest.sentence}</p>
        <Cautions of={digest.cautions} />
      </>
    ),
  },
  {
    label: "Dry run",
    cell: ({ digest }) =>
      digest.dryRun === "accepted" ? <Tag hue="positive">accepted</Tag> : <Tag hue="neutral">not run</Tag>,
  },
];

/** What is worth knowing although the cluster can take part: much of it is the same for many. */
function Cautions({ of: cautions }: { readonly of: readonly string[] }) {
  if (cautions.length === 0) return null;
  return (
    <details className="mt-0.5 text-caution-text">
      <summary className="cursor-pointer rounded-tag py-0.5">
        <TriangleAlert aria-hidden className="mr-1 inline size-3.5" />
        {countOf(cautions.length, "warning")}
      </summary>
      <ul className="mt-1 list-disc pl-6 text-pretty">
        {cautions.map((caution) => (
          <li key={caution}>{caution}</li>
        ))}
      </ul>
    </details>
  );
}

/** The clusters that take part, in their order, with what the garden said of each. */
export function EligibleTable({ plan, batches }: { readonly plan: Plan; readonly batches: readonly number[] }) {
  const lines = useMemo<readonly EligibleLine[]>(
    () =>
      batchesOf(plan.eligible.length, batches).flatMap(({ from, to }, index) =>
        plan.eligible.slice(from, to).map((each) => ({ ...each, batch: index + 1 })),
      ),
    [plan, batches],
  );
  return (
    <Card id="eligible" title={`Eligible: ${formatNumber(plan.eligible.length)}`} flush>
      <PagedTable
        caption="Eligible clusters"
        columns={eligibleColumns}
        items={lines}
        keyOf={({ cluster }) => cluster.uid}
      />
    </Card>
  );
}

type ExcludedLine = Plan["excluded"][number];

const excludedColumns: readonly PagedColumn<ExcludedLine>[] = [
  { label: "Cluster", cell: ({ cluster }) => <ClusterLink cluster={cluster} /> },
  { label: "Reason", wide: true, cell: ({ reason }) => <p className="text-pretty">{reason}</p> },
];

export function ExcludedTable({ plan }: { readonly plan: Plan }) {
  return (
    <Card id="excluded" title={`Excluded: ${formatNumber(plan.excluded.length)}`} flush>
      <PagedTable
        caption="Excluded clusters"
        columns={excludedColumns}
        items={plan.excluded}
        keyOf={({ cluster }) => cluster.uid}
      />
    </Card>
  );
}
