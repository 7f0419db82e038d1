import { type ColumnKey, isColumnKey } from "#lib/fleet/fields/field-names.ts";

/** Widths of columns set by the user, in px. */
export type ColumnWidths = Readonly<Partial<Record<ColumnKey, number>>>;

/** Minimum width of a column at which its edge can still be dragged. */
export const minColumnPx = 56;
export const maxColumnPx = 800;

/** Columns with the cluster's name first, which is always shown and stays visible while scrolling sideways. */
export function withNameColumnFirst(keys: readonly ColumnKey[]): readonly ColumnKey[] {
  return ["name", ...keys.filter((key) => key !== "name")];
}

export function columnPx(px: number): number {
  return Math.round(Math.max(minColumnPx, Math.min(maxColumnPx, px)));
}

/** Parses stored column widths such as `name:240,label:team:96`. Unknown columns and invalid widths are left out. */
export function parseColumnWidths(text: string): ColumnWidths {
  const widths: Partial<Record<ColumnKey, number>> = {};
  for (const pair of text.split(",")) {
    const [, key = "", px = ""] = /^(.+):(\d{1,5})$/.exec(pair) ?? [];
    if (isColumnKey(key)) widths[key] = columnPx(Number(px));
  }
  return widths;
}

export function formatColumnWidths(widths: ColumnWidths): string {
  return Object.entries(widths)
    .map(([key, px]) => `${key}:${px}`)
    .join(",");
}
