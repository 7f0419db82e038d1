import { type ColumnKey, columnKeys, type OwnColumnKey } from "#lib/fleet/fields/field-names.ts";

/**
 * Returns the shown columns in their order, then the hidden ones in the default order, then the clusters' own ones.
 *
 * @param own columns of labels and of custom fields
 */
export function withHiddenColumnsLast(
  shown: readonly ColumnKey[],
  own: readonly OwnColumnKey[] = [],
): readonly ColumnKey[] {
  const all = [...columnKeys, ...own];
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
