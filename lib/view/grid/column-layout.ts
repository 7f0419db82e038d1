import { type ColumnKey, columnKeys, isColumnKey } from "#lib/fleet/fields/field-names.ts";

/** Widths of columns set by the user, in px. */
export type ColumnWidths = Readonly<Partial<Record<ColumnKey, number>>>;

/** Minimum width of a column at which its edge can still be dragged. */
export const minColumnPx = 56;
export const maxColumnPx = 800;

/** Columns with the cluster's name first, which is always shown and stays visible while scrolling sideways. */
export function withNameColumnFirst(keys: readonly ColumnKey[]): readonly ColumnKey[] {
  return ["name", ...keys.filter((key) => key !== "name")];
}

/**
 * Returns the shown columns in their order, then the hidden ones in the default order, then those of labels.
 *
 * @param labels keys of labels that can have a column
 */
export function withHiddenColumnsLast(
  shown: readonly ColumnKey[],
  labels: readonly string[] = [],
): readonly ColumnKey[] {
  const all = [...columnKeys, ...labels.map((label) => `label:${label}` as const)];
  return [...shown, ...all.filter((key) => !shown.includes(key))];
}

/** Shows or hides a column; a newly shown one comes last. */
export function toggleColumn(shown: readonly ColumnKey[], key: ColumnKey): readonly ColumnKey[] {
  return shown.includes(key) ? shown.filter((each) => each !== key) : [...shown, key];
}

/** Moves a column by a number of positions; the name column stays first. */
export function moveColumn(shown: readonly ColumnKey[], key: ColumnKey, by: number): readonly ColumnKey[] {
  const from = shown.indexOf(key);
  if (from < 1) return shown;
  const others = shown.filter((each) => each !== key);
  const to = Math.max(1, Math.min(others.length, from + by));
  return [...others.slice(0, to), key, ...others.slice(to)];
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
