import { CalendarClock, CircleCheck, CirclePause, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ActButton } from "#components/act/act-button.tsx";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { TimestampText } from "#components/data/fleet-parts/timestamp-text.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { Status } from "#components/ui/status.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { message, text } from "#lib/language/text.ts";
import type { OperationListRow, OperationState } from "#lib/view/operations/operation-list-rows.ts";
import { formatSpan } from "#lib/words/format-time.ts";
import { ClusterLink } from "./cluster-link.tsx";
import { type PagedColumn, PagedTable } from "./paged-table.tsx";

const icons: Readonly<Record<OperationState, ReactNode>> = {
  running: <LoaderCircle />,
  failed: <TriangleAlert />,
  succeeded: <CircleCheck />,
  planned: <CalendarClock />,
  paused: <CirclePause />,
};

const columns: readonly PagedColumn<OperationListRow>[] = [
  { label: message("When"), cell: (line) => <When line={line} /> },
  {
    label: message("What"),
    cell: ({ what, run, planned }) =>
      run === undefined ? (
        <span title={planned}>{what}</span>
      ) : (
        <Link
          href={`/operations/${run}`}
          className="-my-0.5 inline-block rounded-tag py-0.5 font-medium text-ink hover:text-link hover:underline"
        >
          {what}
        </Link>
      ),
  },
  {
    label: message("Target"),
    cell: ({ cluster, clusters = 0 }) =>
      cluster ? (
        <ClusterLink cluster={cluster} />
      ) : (
        text("{clusters, plural, one {# cluster} other {# clusters}}", { clusters })
      ),
  },
  {
    label: message("State and result"),
    wide: true,
    cell: ({ state, stateWords, hue, detail }) => (
      <>
        <Status hue={hue} icon={icons[state]}>
          {stateWords}
        </Status>
        {detail !== "" && (
          <p className="mt-0.5 text-xs text-pretty text-secondary">
            <LongText text={detail} />
          </p>
        )}
      </>
    ),
  },
  {
    label: message("Started by"),
    hint: message("Gardener does not record who started an operation: known is what was started in this browser."),
    isEmpty: ({ by }) => by === undefined,
    cell: ({ by, kind }) =>
      by !== undefined && (
        <span className="block max-w-44 truncate" title={by}>
          {by}
          {kind === "batch" && <span className="block text-xs text-secondary">{text("bulk run")}</span>}
        </span>
      ),
  },
  {
    label: message("Action"),
    isEmpty: ({ planned, run }) => planned === undefined && run === undefined,
    cell: (line) => <Action line={line} />,
  },
];

export function OperationsTable({ lines }: { readonly lines: readonly OperationListRow[] }) {
  return <PagedTable caption={text("Operations")} columns={columns} items={lines} keyOf={({ key }) => key} />;
}

function When({ line: { at, atMeans, row } }: { readonly line: OperationListRow }) {
  if (atMeans === "planned") return row ? <Window row={row} /> : "–";
  if (at === undefined) return <span className="text-tertiary">{text("not reported")}</span>;
  return (
    <>
      <TimestampText at={new Date(at).toISOString()} form="relative" />
      {atMeans === "asked" && <span className="block text-xs text-tertiary">{text("requested")}</span>}
    </>
  );
}

/** Window of a planned operation: earliest begin and latest end. */
function Window({ row }: { readonly row: FleetRow }) {
  const clock = useDisplayClock();
  const window = nextWindowOfRow(row.window, useNow(60_000));
  return window === undefined ? (
    <span className="text-tertiary">{text("no window set")}</span>
  ) : (
    <span className="block w-40 text-xs whitespace-normal">{formatSpan(window, clock)}</span>
  );
}

function Action({ line: { planned, what, row, run, state } }: { readonly line: OperationListRow }) {
  if (planned !== undefined && row !== undefined)
    return (
      <ActButton
        cluster={row}
        act={{ kind: "unschedule", operation: planned }}
        label={text("Unschedule")}
        title={text("Unschedule {operation}", { operation: planned })}
        aria-label={text("Unschedule: {name}", { name: `${what}, ${row.name}` })}
        size="xs"
      />
    );
  if (run !== undefined)
    return (
      <Link href={`/operations/${run}`} className="-my-0.5 inline-block py-0.5 font-medium text-link hover:underline">
        {state === "running" || state === "paused" ? text("Follow") : text("Open")}
      </Link>
    );
  return null;
}
