import type { ReactNode } from "react";
import { ForcedChange } from "#components/data/shown/forced-change.tsx";
import { HealthMark } from "#components/data/shown/health-mark.tsx";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { SortKey } from "#lib/fleet/fleet-keys.ts";
import { selectColumnPx } from "../selection/select-cell.tsx";
import { ClusterCell } from "./cluster-cell.tsx";
import { OperationCell } from "./operation-cell.tsx";
import { RotationCell } from "./rotation-cell.tsx";
import { ImagesCell, KubernetesCell } from "./version-cells.tsx";
import { WindowCell } from "./window-cell.tsx";

export interface FleetColumn {
  readonly key: string;
  readonly label: string;
  readonly sort: SortKey;
  /** Narrowest width in px, and its share of what is left over. */
  readonly width: readonly [minPx: number, share: number];
  readonly optional?: boolean;
  readonly numeric?: boolean;
  readonly cell: (row: FleetRow) => ReactNode;
}

function Text({ children }: { readonly children: string | undefined }) {
  return children === undefined || children === "" ? (
    <span className="text-tertiary">–</span>
  ) : (
    <span className="truncate">{children}</span>
  );
}

export const fleetColumns: readonly FleetColumn[] = [
  { key: "name", label: "Cluster", sort: "name", width: [216, 3], cell: (row) => <ClusterCell row={row} /> },
  { key: "health", label: "Health", sort: "health", width: [146, 1], cell: (row) => <HealthMark row={row} /> },
  { key: "op", label: "Last operation", sort: "op", width: [256, 2], cell: (row) => <OperationCell row={row} /> },
  { key: "k8s", label: "Kubernetes", sort: "k8s", width: [180, 1], cell: (row) => <KubernetesCell row={row} /> },
  { key: "images", label: "Images", sort: "images", width: [128, 1], cell: (row) => <ImagesCell row={row} /> },
  {
    key: "forceAt",
    label: "Next forced change",
    sort: "forceAt",
    width: [232, 2],
    cell: (row) => <ForcedChange row={row} tabIndex={-1} />,
  },
  { key: "window", label: "Next window", sort: "window", width: [132, 1], cell: (row) => <WindowCell row={row} /> },
  { key: "rotation", label: "Rotation", sort: "rotation", width: [120, 1], cell: (row) => <RotationCell row={row} /> },
  {
    key: "findings",
    label: "Findings",
    sort: "findings",
    width: [80, 0],
    numeric: true,
    cell: ({ findings }) =>
      findings === 0 ? <span className="text-tertiary">0</span> : <span className="font-medium">{findings}</span>,
  },
  {
    key: "purpose",
    label: "Purpose",
    sort: "purpose",
    width: [112, 1],
    optional: true,
    cell: (row) => <Text>{row.purpose}</Text>,
  },
  {
    key: "provider",
    label: "Provider, region",
    sort: "provider",
    width: [170, 1],
    optional: true,
    cell: (row) => <Text>{[row.provider, row.region].filter(Boolean).join(" · ")}</Text>,
  },
  { key: "seed", label: "Seed", sort: "seed", width: [120, 1], optional: true, cell: (row) => <Text>{row.seed}</Text> },
];

const defaultColumns = fleetColumns.filter(({ optional }) => optional !== true).map(({ key }) => key);

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
