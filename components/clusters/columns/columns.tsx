import { ForcedChange } from "#components/data/fleet-parts/forced-change.tsx";
import { HealthMark } from "#components/data/fleet-parts/health-mark.tsx";
import { type ColumnKey, columnKeys } from "#lib/fleet/fields/field-names.ts";
import { columnWords } from "#lib/fleet/fields/fleet-fields.ts";
import { text } from "#lib/language/text.ts";
import { type ColumnWidths, shownColumns } from "#lib/view/grid/column-layout.ts";
import { selectColumnPx } from "../selection/select-cell.tsx";
import { ClusterCell } from "./cluster-cell.tsx";
import type { ColumnLook } from "./column-look.ts";
import { lightForced, lightHealth, lightName } from "./light-cells.ts";
import { moreLooks } from "./more-columns.tsx";
import { nextLooks } from "./next-columns.tsx";
import { lightOperation, OperationCell } from "./operation-cell.tsx";
import { lightRotation, RotationCell } from "./rotation-cell.tsx";
import { ImagesCell, KubernetesCell, lightImages, lightKubernetes } from "./version-cells.tsx";
import { lightWindow, WindowCell } from "./window-cell.tsx";

export interface FleetColumn extends ColumnLook {
  readonly key: ColumnKey;
  readonly label: string;
}

const looks: Readonly<Record<ColumnKey, ColumnLook>> = {
  name: { width: [192, 2], cell: (row) => <ClusterCell row={row} />, light: lightName },
  health: { width: [122, 1], cell: (row) => <HealthMark row={row} brief />, light: lightHealth },
  forceAt: { width: [220, 2], cell: (row) => <ForcedChange row={row} brief tabIndex={-1} />, light: lightForced },
  op: { width: [208, 2], cell: (row) => <OperationCell row={row} />, light: lightOperation },
  k8s: { width: [196, 1], cell: (row) => <KubernetesCell row={row} />, light: lightKubernetes },
  images: { width: [120, 1], cell: (row) => <ImagesCell row={row} />, light: lightImages },
  window: { width: [132, 1], cell: (row) => <WindowCell row={row} />, light: lightWindow },
  rotation: { width: [120, 1], cell: (row) => <RotationCell row={row} />, light: lightRotation },
  findings: {
    width: [80, 0],
    numeric: true,
    cell: ({ findings }) =>
      findings === 0 ? <span className="text-tertiary">0</span> : <span className="font-medium">{findings}</span>,
    light: ({ findings }) => [{ text: String(findings), look: findings === 0 ? "text-tertiary" : "font-medium" }],
  },
  ...nextLooks,
  ...moreLooks,
};

const defaultColumns = columnKeys.filter((key) => columnWords(key).shown);

/** The columns that are shown unless the address names others. */
export function isDefault(keys: readonly ColumnKey[]): boolean {
  return keys.join() === defaultColumns.join();
}

/** The columns asked for, in the order asked for; the cluster's name is always the first. */
export function columnsFor(asked: readonly ColumnKey[] | undefined, widths: ColumnWidths = {}): readonly FleetColumn[] {
  const isSized = Object.keys(widths).length > 0;
  return shownColumns(asked ?? defaultColumns).map((key) => {
    const look = looks[key];
    const [leastPx] = look.width;
    // Beside widths that somebody has chosen nothing stretches: every edge stays where it was put.
    const width: FleetColumn["width"] = isSized ? [widths[key] ?? leastPx, 0] : look.width;
    return { key, label: text(columnWords(key).label), ...look, width };
  });
}

/** The widths of the grid's columns, the one for marking lines first. */
export function templateOf(columns: readonly Pick<FleetColumn, "width">[]): string {
  const widths = columns
    .map(({ width: [min, share] }) => (share === 0 ? `${min}px` : `minmax(${min}px, ${share}fr)`))
    .join(" ");
  return `${selectColumnPx}px ${widths}`;
}

export function leastWidthOf(columns: readonly Pick<FleetColumn, "width">[]): number {
  return columns.reduce((sum, { width: [min] }) => sum + min, selectColumnPx);
}
