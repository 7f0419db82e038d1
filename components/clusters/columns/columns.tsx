"use client";

import { LockKeyhole, Moon, Trash2 } from "lucide-react";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { HealthMark } from "#components/data/fleet-parts/health-mark.tsx";
import { NextForcedChangeLabel } from "#components/data/fleet-parts/next-forced-change-label.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { type ColumnKey, columnKeys, type FieldColumnKey, isOwnColumnKey } from "#lib/fleet/fields/field-names.ts";
import { columnDefinitionOf, columnTitlesOf } from "#lib/fleet/fields/fleet-fields.ts";
import { nextWindowOfRow, type RowWindow } from "#lib/fleet/fields/next-window-of-row.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { type ColumnWidths, withNameColumnFirst } from "#lib/view/grid/column-layout.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDuration, formatShortSpan, formatSpan } from "#lib/words/format-time.ts";
import { rotationPhaseLabel } from "#lib/words/state/rotation-phase-label.ts";
import { RowMenu } from "../actions/row-menu.tsx";
import { selectionColumnWidthPx } from "../selection/select-cell.tsx";
import { optionalColumns, ownColumn } from "./more-columns.tsx";
import { OperationCell, operationCellText } from "./operation-cell.tsx";
import { type CellTextContext, type ColumnRendering, emptyCell, type TextOnlyCell } from "./text-only-cell.ts";
import { forcedChangeCellText, healthCellText, nameCellText } from "./text-only-columns.ts";
import { ImagesCell, KubernetesCell, kubernetesCellText, machineImagesCellText } from "./version-cells.tsx";

export interface FleetColumn extends ColumnRendering {
  readonly key: ColumnKey;
  readonly label: string;
}

const looks: Readonly<Record<FieldColumnKey, ColumnRendering>> = {
  name: { width: [200, 2], cell: (row) => <ClusterCell row={row} />, light: nameCellText },
  health: { width: [134, 1], cell: (row) => <HealthMark row={row} brief />, light: healthCellText },
  forceAt: {
    width: [220, 2],
    cell: (row) => <NextForcedChangeLabel row={row} brief tabIndex={-1} />,
    light: forcedChangeCellText,
  },
  op: { width: [184, 2], cell: (row) => <OperationCell row={row} />, light: operationCellText },
  k8s: { width: [196, 1], cell: (row) => <KubernetesCell row={row} />, light: kubernetesCellText },
  images: { width: [114, 1], cell: (row) => <ImagesCell row={row} />, light: machineImagesCellText },
  window: { width: [128, 1], cell: (row) => <WindowCell row={row} />, light: lightWindow },
  rotation: { width: [120, 1], cell: (row) => <RotationCell row={row} />, light: lightRotation },
  findings: {
    width: [80, 0],
    numeric: true,
    cell: ({ findings }) =>
      findings === 0 ? <span className="text-tertiary">0</span> : <span className="font-medium">{findings}</span>,
    light: ({ findings }) => [{ text: String(findings), look: findings === 0 ? "text-tertiary" : "font-medium" }],
  },
  ...optionalColumns,
};

/** Ids of custom fields. */
type FieldIds = FleetRow["shownFields"];

/** Returns the default columns: those of every list, and the custom fields that are shown by default. */
export function defaultColumnsOf(shownFields: FieldIds = []): readonly ColumnKey[] {
  return [
    ...columnKeys.filter((key) => columnDefinitionOf(key).shown),
    ...shownFields.map((id): ColumnKey => `field:${id}`),
  ];
}

interface ColumnLayout {
  readonly widths?: ColumnWidths;
  /** Custom fields that are shown if no columns are requested. */
  readonly shownFields?: FieldIds;
}

/** Returns the requested columns in the requested order; the cluster's name always comes first. */
export function resolveFleetColumns(
  asked: readonly ColumnKey[] | undefined,
  { widths = {}, shownFields }: ColumnLayout = {},
): readonly FleetColumn[] {
  const isSized = Object.keys(widths).length > 0;
  const keys = withNameColumnFirst(asked ?? defaultColumnsOf(shownFields));
  const titles = columnTitlesOf(keys);
  return keys.map((key, place) => {
    const look = isOwnColumnKey(key) ? ownColumn(key) : looks[key];
    const [leastPx] = look.width;
    // Once the user has set a width, no column stretches, so that the edges of all columns stay in place.
    const width: FleetColumn["width"] = isSized ? [widths[key] ?? leastPx, 0] : look.width;
    return { key, label: titles[place] ?? key, ...look, width };
  });
}

/** Returns the CSS `grid-template-columns` of the grid, beginning with the column of checkboxes. */
export function gridTemplateOf(columns: readonly Pick<FleetColumn, "width">[]): string {
  const widths = columns
    .map(({ width: [min, share] }) => (share === 0 ? `${min}px` : `minmax(${min}px, ${share}fr)`))
    .join(" ");
  return `${selectionColumnWidthPx}px ${widths}`;
}

export function minWidthOf(columns: readonly Pick<FleetColumn, "width">[]): number {
  return columns.reduce((sum, { width: [min] }) => sum + min, selectionColumnWidthPx);
}

/** Cell with the next maintenance window as an interval, because the exact start within the window is unknown. */
function WindowCell({ row }: { readonly row: FleetRow }) {
  const window = nextWindowOfRow(row.window, useNow(60_000));
  const clock = useDisplayClock(window?.offsetMinutes);
  if (row.deletionRequestedAt !== undefined) return <span className="text-tertiary">–</span>;
  if (window === undefined) return <span className="text-tertiary">{text("any time")}</span>;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={formatSpan(window, clock)}>
      {row.confineSpecUpdateRollout && (
        <span className="shrink-0 text-tertiary" title={text("Changes of the spec are rolled out in the window only")}>
          <LockKeyhole aria-hidden className="size-3.5" />
          <span className="sr-only">{text("spec changes confined to the window")}</span>
        </span>
      )}
      <span className="truncate">{windowLabel(window, clock)}</span>
    </span>
  );
}

/** Returns the window cell as plain text, for rows shown during fast scrolling. */
function lightWindow(row: FleetRow, { now, clockFor }: CellTextContext): TextOnlyCell {
  const window = nextWindowOfRow(row.window, now);
  if (row.deletionRequestedAt !== undefined) return emptyCell;
  if (window === undefined) return [{ text: text("any time"), look: "text-tertiary" }];
  return [{ text: windowLabel(window, clockFor(window.offsetMinutes)) }];
}

function windowLabel(window: RowWindow, clock: DisplayClock): string {
  return window.open ? text("open now") : formatShortSpan(window, clock);
}

/** Short labels of rotation phases, to fit into a cell; the tooltip shows Gardener's own name of the phase. */
const shortLabels: Readonly<Record<string, Message>> = {
  PreparingWithoutWorkersRollout: message("Preparing"),
  WaitingForWorkersRollout: message("Pools wait"),
};

/** Cell with the rotation that needs attention most, and for how long it has been in its phase. */
function RotationCell({ row: { rotation } }: { readonly row: FleetRow }) {
  const now = useNow(60_000);
  if (rotation === undefined) return <span className="text-tertiary">–</span>;
  const { phase, since } = rotationLabel(rotation, now);
  return (
    <span className="min-w-0 truncate" title={`${rotation.family}: ${rotation.phase}`}>
      {phase}
      {since !== "" && <span className="text-tertiary">{since}</span>}
    </span>
  );
}

/** Returns the rotation cell as plain text, for rows shown during fast scrolling. */
function lightRotation({ rotation }: FleetRow, { now, withoutAges }: CellTextContext): TextOnlyCell {
  if (rotation === undefined) return emptyCell;
  const { phase, since } = rotationLabel(rotation, now);
  return [{ text: withoutAges ? phase : phase + since }];
}

function rotationLabel(rotation: NonNullable<FleetRow["rotation"]>, now: number) {
  const since = parseInstant(rotation.since);
  return {
    phase: String(shortLabels[rotation.phase] ?? rotationPhaseLabel(rotation.phase)),
    since: since === undefined ? "" : ` ${formatDuration(now - since)}`,
  };
}

function ClusterCell({ row }: { readonly row: FleetRow }) {
  return (
    <>
      <span className="flex min-w-0 flex-1 items-center gap-1.5 in-data-[density=cosy]:flex-wrap in-data-[density=cosy]:gap-y-0 in-data-[density=comfortable]:flex-wrap in-data-[density=comfortable]:gap-y-0">
        <Link
          href={clusterPath(row)}
          prefetch={false}
          tabIndex={-1}
          data-grid-widget
          className="focus-inset min-w-0 truncate rounded-tag font-medium text-ink hover:text-link hover:underline"
        >
          {row.name}
        </Link>
        {row.hibernated && (
          <span className="shrink-0 text-info-text" title={text("Hibernated")}>
            <Moon aria-hidden className="size-3.5" />
            <span className="sr-only">{text("hibernated")}</span>
          </span>
        )}
        {row.deletionRequestedAt !== undefined && (
          <span className="shrink-0 text-neutral-text" title={text("Being deleted")}>
            <Trash2 aria-hidden className="size-3.5" />
            <span className="sr-only">{text("being deleted")}</span>
          </span>
        )}
        <span className="min-w-0 flex-1 truncate text-xs text-tertiary in-data-[density=comfortable]:basis-full in-data-[density=cosy]:basis-full in-data-[density=cosy]:leading-3">
          {row.project}
        </span>
      </span>
      <RowMenu row={row} />
    </>
  );
}
