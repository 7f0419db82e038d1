import type { ReactNode } from "react";
import { ForcedChange } from "#components/data/shown/forced-change.tsx";
import { HealthMark } from "#components/data/shown/health-mark.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { type ColumnKey, columnKeys, columnWords } from "#lib/fleet/fields/fleet-fields.ts";
import { selectColumnPx } from "../selection/select-cell.tsx";
import { ClusterCell } from "./cluster-cell.tsx";
import { lightForced, lightHealth, lightName, plain } from "./light-cells.ts";
import type { LightCell, Speech } from "./light-text.ts";
import { lightOperation, OperationCell } from "./operation-cell.tsx";
import { lightRotation, RotationCell } from "./rotation-cell.tsx";
import { ImagesCell, KubernetesCell, lightImages, lightKubernetes } from "./version-cells.tsx";
import { lightWindow, WindowCell } from "./window-cell.tsx";

/** How the values of a field look in the grid. */
interface ColumnLook {
  /** Narrowest width in px, and its share of what is left over. */
  readonly width: readonly [minPx: number, share: number];
  readonly numeric?: boolean;
  readonly cell: (row: FleetRow) => ReactNode;
  /** The same in texts alone, for lines that pass by. */
  readonly light: (row: FleetRow, speech: Speech) => LightCell;
}

export interface FleetColumn extends ColumnLook {
  readonly key: ColumnKey;
  readonly label: string;
  readonly shown: boolean;
}

function Text({ children }: { readonly children: string | undefined }) {
  return children === undefined || children === "" ? (
    <span className="text-tertiary">–</span>
  ) : (
    <span className="truncate">{children}</span>
  );
}

const placeOf = ({ provider, region }: FleetRow) => [provider, region].filter(Boolean).join(" · ");

const looks: Readonly<Record<ColumnKey, ColumnLook>> = {
  name: { width: [196, 2], cell: (row) => <ClusterCell row={row} />, light: lightName },
  health: { width: [116, 1], cell: (row) => <HealthMark row={row} brief />, light: lightHealth },
  forceAt: { width: [220, 2], cell: (row) => <ForcedChange row={row} brief tabIndex={-1} />, light: lightForced },
  op: { width: [224, 2], cell: (row) => <OperationCell row={row} />, light: lightOperation },
  k8s: { width: [188, 1], cell: (row) => <KubernetesCell row={row} />, light: lightKubernetes },
  images: { width: [114, 1], cell: (row) => <ImagesCell row={row} />, light: lightImages },
  window: { width: [132, 1], cell: (row) => <WindowCell row={row} />, light: lightWindow },
  rotation: { width: [120, 1], cell: (row) => <RotationCell row={row} />, light: lightRotation },
  findings: {
    width: [80, 0],
    numeric: true,
    cell: ({ findings }) =>
      findings === 0 ? <span className="text-tertiary">0</span> : <span className="font-medium">{findings}</span>,
    light: ({ findings }) => [{ text: String(findings), look: findings === 0 ? "text-tertiary" : "font-medium" }],
  },
  purpose: { width: [112, 1], cell: (row) => <Text>{row.purpose}</Text>, light: ({ purpose }) => plain(purpose) },
  provider: {
    width: [170, 1],
    cell: (row) => <Text>{placeOf(row)}</Text>,
    light: (row) => plain(placeOf(row)),
  },
  seed: { width: [120, 1], cell: (row) => <Text>{row.seed}</Text>, light: ({ seed }) => plain(seed) },
};

export const fleetColumns: readonly FleetColumn[] = columnKeys.map((key) => ({
  key,
  ...columnWords(key),
  ...looks[key],
}));

const defaultColumns: readonly string[] = fleetColumns.filter(({ shown }) => shown).map(({ key }) => key);

/** The columns asked for, in the order of the table; the cluster's name is always among them. */
export function columnsFor(asked: readonly string[] | undefined): readonly FleetColumn[] {
  const wanted = asked ?? defaultColumns;
  return fleetColumns.filter(({ key }) => key === "name" || wanted.includes(key));
}

/** The widths of the grid's columns, the one for marking lines first. */
export function templateOf(columns: readonly FleetColumn[]): string {
  const widths = columns
    .map(({ width: [min, share] }) => (share === 0 ? `${min}px` : `minmax(${min}px, ${share}fr)`))
    .join(" ");
  return `${selectColumnPx}px ${widths}`;
}

export function leastWidthOf(columns: readonly FleetColumn[]): number {
  return columns.reduce((sum, { width: [min] }) => sum + min, selectColumnPx);
}
