"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useUrlQuery, writeUrlQuery } from "#components/data/address/url-query.ts";
import { useFleetFilterContext } from "#components/data/address/use-fleet-filter-context.ts";
import { ExportList } from "#components/data/export/export-list.tsx";
import { FilterChips } from "#components/data/fleet-parts/filter-chips.tsx";
import { GlossaryTermList } from "#components/data/fleet-parts/glossary-term-list.tsx";
import { ReadFailureNotice } from "#components/data/fleet-parts/read-failure-notice.tsx";
import { useCollectedRows } from "#components/data/live/use-collected-rows.ts";
import { usePreparedRows } from "#components/data/live/use-prepared-rows.ts";
import { useThrottledFleetRows } from "#components/data/live/use-throttled-fleet-rows.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { ViewsButton } from "#components/data/views/views-button.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { areRowsComplete } from "#lib/fleet/are-rows-complete.ts";
import { readCredentialDates } from "#lib/fleet/fields/due-families.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { type FleetQuery, formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import {
  type ClusterRotation,
  countRotations,
  createRotationCollector,
  queryOfRotations,
  type RotationState,
  selectClusterRotations,
} from "#lib/view/rotations/rotation-board.ts";
import { formatNumber } from "#lib/words/count.ts";
import { CredentialAgesCard } from "./credential-ages-card.tsx";
import { RotationBar } from "./rotation-bar.tsx";
import { RotationTable } from "./rotation-table.tsx";

const labels = [
  ["rotation", message("rotation")],
  ["waiting-rotation", message("waiting", "term")],
  ["roll", message("roll", "term")],
] as const;

const noRows: readonly FleetRow[] = [];
const noLines: readonly ClusterRotation[] = [];

/** Page of the credential rotations of all clusters: due, in progress or unfinished, and who has to act. */
export function RotationsPageContent() {
  const fleet = useQuery(fleetQuery);
  const rows = usePreparedRows(useThrottledFleetRows(fleet.data?.rows), readCredentialDates);
  const reading = fleet.data !== undefined && !areRowsComplete(fleet.data.freshness);
  const query = useUrlQuery();
  const asked = useDeferredValue(query);
  const context = useFleetFilterContext();
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo(() => {
    if (rows === undefined || reading) return undefined;
    const select = (other: FleetQuery) => filterFleet(rows, other, context);
    const { now } = context;
    return { asked, now, chosen: new Set(select(asked)), inAnyState: select(queryOfRotations(asked, "all")) };
  }, [rows, reading, asked, context]);
  const board = useCollectedRows(
    selection?.inAnyState ?? noRows,
    useCallback(() => {
      const rotations = createRotationCollector(selection?.now ?? 0);
      return {
        add: rotations.add,
        result: () => selection && { ...selection, allLines: rotations.result() },
      };
    }, [selection]),
  );
  const lines = useMemo(() => {
    if (board === undefined) return noLines;
    const ofChosen = board.allLines.filter(({ row }) => board.chosen.has(row));
    return selectClusterRotations(ofChosen, board.asked, board.now);
  }, [board]);
  const marked = lines.filter(({ id }) => marks.has(id));
  const mark = (ids: readonly string[], on: boolean) => {
    const next = new Set(marks);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    setMarks(next);
  };
  if (fleet.isError && rows === undefined) {
    return <ReadFailureNotice title={text("The clusters could not be read")} of={fleet} />;
  }
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-xl leading-tight font-semibold max-sm:text-lg">{text("Rotations")}</h1>
        <span className="flex flex-wrap items-center gap-4">
          <Link href="/rotations/accounts" prefetch={false} className="text-sm text-link hover:underline">
            {text("Cloud accounts")}
          </Link>
          <ViewsButton />
        </span>
      </div>
      {board === undefined ? (
        <Skeleton className="h-96 rounded-card" />
      ) : (
        <>
          <States query={query} lines={board.allLines} now={board.now} />
          <FilterChips query={query} onChange={(changed) => writeUrlQuery(changed, "push")} />
          <CredentialAgesCard rows={board.inAnyState} query={query} now={board.now} />
          {lines.length === 0 ? (
            <EmptyState icon={<KeyRound />} title={text("No rotations")}>
              {board.allLines.length === 0
                ? text("Nothing is due or under way in these clusters. Credentials are due after 90 days.")
                : text("None of these clusters has a rotation that is asked for here.")}
            </EmptyState>
          ) : (
            <Card
              id="rotations"
              title={text("Rotations by cluster")}
              flush
              aside={
                <span className="flex items-center gap-3">
                  <Count count={lines.length} />
                  <ExportList
                    size="sm"
                    list={{
                      count: lines.length,
                      counted: (count) => text("{count, plural, one {# rotation} other {# rotations}}", { count }),
                      kubectl: true,
                      make: async () =>
                        (await import("#lib/view/export/fleet-files.ts")).exportRotations(lines, {
                          filter: formatFleetQuery(query),
                          now: Date.now(),
                        }),
                    }}
                  />
                </span>
              }
            >
              <RotationBar marked={marked} onUnmark={() => setMarks(new Set())} />
              <RotationTable lines={lines} marks={marks} onMark={mark} projects={fleet.data?.scope.projects ?? []} />
            </Card>
          )}
          <GlossaryTermList words={labels} />
        </>
      )}
    </div>
  );
}

function Count({ count }: { readonly count: number }) {
  return (
    <p role="status" className="text-sm text-tertiary tabular-nums">
      {text("{count, plural, one {# rotation} other {# rotations}}", { count })}
    </p>
  );
}

const states: readonly (readonly [state: RotationState, words: Message, counted: boolean])[] = [
  ["all", message("All"), false],
  ["waiting", message("Needs attention"), true],
  ["waitingLong", message("Waiting over 14 days"), true],
  ["underWay", message("Under way"), false],
  ["due", message("Due"), true],
];

interface StatesProps {
  readonly query: FleetQuery;
  /** All rotations, whatever their state. */
  readonly lines: readonly ClusterRotation[];
  readonly now: number;
}

function States({ query, lines, now }: StatesProps) {
  const counts = useMemo(
    () => new Map(states.map(([state, , counted]) => [state, counted ? countRotations(lines, state, now) : undefined])),
    [lines, now],
  );
  const here = formatFleetQuery(query);
  return (
    <nav aria-label={text("Rotations by state")} className="flex flex-wrap gap-2">
      {states.map(([state, words]) => {
        const address = formatFleetQuery(queryOfRotations(query, state));
        const count = counts.get(state);
        return (
          <Link
            key={state}
            href={`/rotations${address}`}
            prefetch={false}
            aria-current={address === here ? "page" : undefined}
            className="rounded-control border border-hairline px-2.5 py-1 text-sm text-secondary hover:bg-hover aria-[current=page]:border-control aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {text(words)}
            {count !== undefined && <span className="tabular-nums"> {formatNumber(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
