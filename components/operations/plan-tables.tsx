"use client";

import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Card } from "#components/ui/card.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { batchesOf } from "#lib/view/bulk/batches.ts";
import type { Plan } from "#lib/view/bulk/plan-run.ts";
import { ClusterLink } from "./cluster-link.tsx";
import { PagedTable, type TableColumn } from "./paged-table.tsx";

interface EligibleLine {
  readonly cluster: Plan["eligible"][number]["cluster"];
  readonly digest: Plan["eligible"][number]["digest"];
  readonly batch: number;
}

const eligibleColumns: readonly TableColumn<EligibleLine>[] = [
  { label: "Batch", numeric: true, cell: ({ batch }) => batch },
  { label: "Cluster", cell: ({ cluster }) => <ClusterLink cluster={cluster} /> },
  {
    label: "What it does",
    wide: true,
    cell: ({ digest }) => (
      <>
        <p className="text-pretty">{digest.sentence}</p>
        {digest.cautions.map((caution) => (
          <p key={caution} className="mt-1 flex gap-1.5 text-pretty text-caution-text">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {caution}
          </p>
        ))}
      </>
    ),
  },
  {
    label: "Dry run",
    cell: ({ digest }) =>
      digest.dryRun === "accepted" ? <Tag hue="positive">accepted</Tag> : <Tag hue="neutral">not run</Tag>,
  },
];

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
    <Card id="eligible" title={`Take part: ${plan.eligible.length.toLocaleString("en-US")}`} flush>
      <PagedTable
        caption="Clusters that take part"
        columns={eligibleColumns}
        items={lines}
        keyOf={({ cluster }) => cluster.uid}
      />
    </Card>
  );
}

type ExcludedLine = Plan["excluded"][number];

const excludedColumns: readonly TableColumn<ExcludedLine>[] = [
  { label: "Cluster", cell: ({ cluster }) => <ClusterLink cluster={cluster} /> },
  { label: "Why not", wide: true, cell: ({ reason }) => <p className="text-pretty">{reason}</p> },
];

export function ExcludedTable({ plan }: { readonly plan: Plan }) {
  return (
    <Card id="excluded" title={`Left out: ${plan.excluded.length.toLocaleString("en-US")}`} flush>
      <PagedTable
        caption="Clusters that are left out"
        columns={excludedColumns}
        items={plan.excluded}
        keyOf={({ cluster }) => cluster.uid}
      />
    </Card>
  );
}
