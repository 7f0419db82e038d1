import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  LoaderCircle,
  TriangleAlert,
} from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { Card } from "#components/ui/card.tsx";
import { InlineSelect } from "#components/ui/form/inline-select.tsx";
import { Status } from "#components/ui/status.tsx";
import { batchesOfBulkRun } from "#lib/act/bulk/batches.ts";
import { bulkPhaseLabels, describeBulkCluster, phaseHues } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkCluster, BulkClusterPhase, BulkRun } from "#lib/act/bulk/bulk-run.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { message, text } from "#lib/language/text.ts";
import { ClusterLink } from "./cluster-link.tsx";
import { type PagedColumn, PagedTable } from "./paged-table.tsx";

const icons: Readonly<Record<BulkClusterPhase, ReactNode>> = {
  waiting: <CircleDashed />,
  previewing: <LoaderCircle />,
  sending: <LoaderCircle />,
  sent: <LoaderCircle />,
  unanswered: <CircleHelp />,
  succeeded: <CircleCheck />,
  planned: <CalendarClock />,
  failed: <TriangleAlert />,
  excluded: <CircleMinus />,
  skipped: <CircleMinus />,
};

interface Line {
  readonly cluster: BulkCluster;
  readonly batch: number | undefined;
  readonly row: FleetRow | undefined;
}

const columns: readonly PagedColumn<Line>[] = [
  { label: message("Batch"), numeric: true, cell: ({ batch }) => batch ?? "–" },
  { label: message("Cluster"), cell: ({ cluster }) => <ClusterLink cluster={cluster} /> },
  {
    label: message("State"),
    cell: ({ cluster: { phase } }) => (
      <Status hue={phaseHues[phase]} icon={icons[phase]} quiet={phase === "waiting" || phase === "excluded"}>
        {text(bulkPhaseLabels[phase])}
      </Status>
    ),
  },
  {
    label: message("What was seen"),
    wide: true,
    cell: ({ cluster, row }) => (
      <p className="text-pretty wrap-anywhere">
        {describeBulkCluster(cluster, row)}
        {cluster.attempt > 1 && (
          <span className="text-tertiary"> ({text("attempt {attempt}", { attempt: cluster.attempt })})</span>
        )}
      </p>
    ),
  },
  {
    label: message("When"),
    cell: ({ cluster: { sentAt, endedAt } }) => {
      const at = endedAt ?? sentAt;
      return at === undefined ? "–" : <TimestampText at={new Date(at).toISOString()} form="relative" />;
    },
  },
];

const filters = [
  { value: "all", label: message("All clusters"), phases: undefined },
  { value: "way", label: message("Under way"), phases: ["previewing", "sending", "sent", "unanswered"] },
  { value: "failed", label: message("Failed"), phases: ["failed"] },
  { value: "succeeded", label: message("Succeeded"), phases: ["succeeded"] },
  { value: "planned", label: message("Planned"), phases: ["planned"] },
  { value: "waiting", label: message("Waiting"), phases: ["waiting"] },
  { value: "out", label: message("Excluded or not started"), phases: ["excluded", "skipped"] },
] as const;

/** Table of the clusters of a bulk run, with the observed state of each. */
export function RunTable({ run }: { readonly run: BulkRun }) {
  const [filter, setFilter] = useState("all");
  const rows = useQuery(fleetQuery).data?.rows;
  const lines = useMemo<readonly Line[]>(() => {
    const byUid = new Map(rows?.map((row) => [row.uid, row]));
    const batches = batchesOfBulkRun(run.clusters, run.batches);
    return run.clusters.map((cluster, index) => ({
      cluster,
      row: byUid.get(cluster.uid),
      batch: cluster.phase === "excluded" ? undefined : batches.findIndex(({ to }) => index < to) + 1,
    }));
  }, [run.clusters, run.batches, rows]);
  const phases: readonly BulkClusterPhase[] | undefined = filters.find(({ value }) => value === filter)?.phases;
  const shown = phases === undefined ? lines : lines.filter(({ cluster: { phase } }) => phases.includes(phase));
  return (
    <Card
      id="clusters"
      title={text("Clusters")}
      flush
      aside={
        <InlineSelect
          label={text("Show")}
          quiet
          value={filter}
          options={filters.map(({ value, label }) => ({ value, label: text(label) }))}
          onChange={setFilter}
        />
      }
    >
      {shown.length === 0 ? (
        <p className="px-4 py-3 text-base text-secondary">{text("No cluster of this run is in that state.")}</p>
      ) : (
        <PagedTable
          caption={text("Clusters of the run")}
          columns={columns}
          items={shown}
          keyOf={({ cluster }) => cluster.uid}
        />
      )}
    </Card>
  );
}
