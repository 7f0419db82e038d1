import { type ColumnKey, columnKeys, isColumnKey } from "#lib/fleet/fields/field-names.ts";

/** Widths that somebody has chosen, in px. */
export type ColumnWidths = Readonly<Partial<Record<ColumnKey, number>>>;

/** Wide enough for a column to be found again. */
export const leastColumnPx = 56;
export const mostColumnPx = 800;

/** The cluster's name comes first and is always there: it stays in sight where the list is moved sideways. */
export function shownColumns(keys: readonly ColumnKey[]): readonly ColumnKey[] {
  return ["name", ...keys.filter((key) => key !== "name")];
}

/** Those that are shown in their order, then the others in the order of the table. */
export function allColumns(shown: readonly ColumnKey[]): readonly ColumnKey[] {
  return [...shown, ...columnKeys.filter((key) => !shown.includes(key))];
}

/** With this column shown or not; one that is shown anew comes last. */
export function toggleColumn(shown: readonly ColumnKey[], key: ColumnKey): readonly ColumnKey[] {
  return shown.includes(key) ? shown.filter((each) => each !== key) : [...shown, key];
}

/** With this column so many places further; the name keeps the first. */
export function moveColumn(shown: readonly ColumnKey[], key: ColumnKey, by: number): readonly ColumnKey[] {
  const from = shown.indexOf(key);
  if (from < 1) return shown;
  const others = shown.filter((each) => each !== key);
  const to = Math.max(1, Math.min(others.length, from + by));
  return [...others.slice(0, to), key, ...others.slice(to)];
}

export function columnPx(px: number): number {
  return Math.round(Math.max(leastColumnPx, Math.min(mostColumnPx, px)));
}

/** `name:240,health:96`. What is no column, or no width, is left out. */
export function parseColumnWidths(text: string): ColumnWidths {
  const widths: Partial<Record<ColumnKey, number>> = {};
  for (const pair of text.split(",")) {
    const [, key = "", px = ""] = /^(\w+):(\d{1,5})$/.exec(pair) ?? [];
    if (isColumnKey(key)) widths[key] = columnPx(Number(px));
  }
  return widths;
}

export function formatColumnWidths(widths: ColumnWidths): string {
  return Object.entries(widths)
    .map(([key, px]) => `${key}:${px}`)
    .join(",");
}
