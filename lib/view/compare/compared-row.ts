import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";

/** Cluster in a comparison, or an earlier state of one. */
export interface ComparedCluster {
  readonly row: FleetRow;
  readonly shoot: Shoot;
}

export interface CompareTimeContext {
  readonly now: number;
  readonly clockFor: (clusterOffsetMinutes?: number) => DisplayClock;
}

/** Value of a cluster in a row of a comparison. */
export interface ComparedValue {
  /** Value as text in the current language. */
  readonly text: string;
  /** Secondary text below the value. */
  readonly more?: string | undefined;
  /** Language-independent value for the comparison: codes and numbers. */
  readonly means: string;
  readonly hue?: StatusHue | undefined;
}

/** Cell with a value, without one, or of a cluster that could not be read. */
export interface ComparedCell {
  readonly kind: "told" | "not-set" | "unread";
  readonly text: string;
  readonly more?: string;
  readonly hue?: StatusHue;
  /** Whether the value differs from that of the first readable column. */
  readonly differs: boolean;
}

export interface ComparedRow {
  readonly key: string;
  readonly label: string;
  /** Whether the row's label is a field name and the values are shown verbatim. */
  readonly verbatim: boolean;
  readonly cells: readonly ComparedCell[];
  readonly differs: boolean;
}

export interface ComparedSection {
  readonly id: string;
  readonly title: string;
  /** Note that is needed to understand the section. */
  readonly note?: string;
  readonly rows: readonly ComparedRow[];
  /** Total number of the section's rows, if only differing rows are shown. */
  readonly of?: number;
}

/** Value of each column; undefined for an unreadable column, which never counts as a difference. */
export type ColumnValues<Value> = readonly (Value | undefined)[];

interface RowLabels {
  readonly key: string;
  readonly label: string;
  readonly verbatim?: boolean;
  /** Text for a cluster without a value in the row. */
  readonly absent?: string;
  /** Compares the values of two columns; by default their field `means` is compared. */
  readonly same?: (one: number, other: number) => boolean;
}

/** Returns a row with a cell per cluster; an empty list if no cluster has a value. */
export function comparedRow<Value extends object>(
  { key, label, verbatim = false, absent = text("not set"), same }: RowLabels,
  columns: ColumnValues<Value>,
  comparedValueOf: (value: Value, column: number) => ComparedValue | undefined,
): readonly ComparedRow[] {
  const values = columns.map((column, at) => column && comparedValueOf(column, at));
  if (values.every((each) => each === undefined)) return [];
  const notSet: ComparedValue = { text: absent, means: "" };
  const first = columns.findIndex((column) => column !== undefined);
  const meansOf = (at: number) => (values[at] ?? notSet).means;
  const isSame = same ?? ((one: number, other: number) => meansOf(one) === meansOf(other));
  const cells = columns.map((column, at): ComparedCell => {
    if (column === undefined) return { kind: "unread", text: text("not read"), differs: false };
    const { text: words, more, hue } = values[at] ?? notSet;
    return {
      kind: values[at] === undefined ? "not-set" : "told",
      text: words,
      ...(more && { more }),
      ...(hue && { hue }),
      differs: at !== first && !isSame(first, at),
    };
  });
  return [{ key, label, verbatim, cells, differs: cells.some(({ differs }) => differs) }];
}

/** Definition of a row: how its value is read from each cluster. */
export interface RowDefinition {
  readonly key: string;
  readonly label: Message;
  /** Returns a cluster's value. A plain string is a text of the garden, the same in every language. */
  readonly of: (cluster: ComparedCluster, speech: CompareTimeContext) => ComparedValue | string | undefined;
}

export function createRowDefinition(key: string, label: Message, of: RowDefinition["of"]): RowDefinition {
  return { key, label, of };
}

/** Returns the rows of a comparison for row definitions. */
export function comparedRowsOf(
  sources: readonly RowDefinition[],
  clusters: ColumnValues<ComparedCluster>,
  speech: CompareTimeContext,
): readonly ComparedRow[] {
  return sources.flatMap(({ key, label, of }) =>
    comparedRow({ key, label: text(label) }, clusters, (cluster) => {
      const value = of(cluster, speech);
      return typeof value === "string" ? verbatimComparedValue(value) : value;
    }),
  );
}

/** Returns a value as the garden wrote it, compared as text. */
export function verbatimComparedValue(value: string | null | undefined): ComparedValue | undefined {
  return value ? { text: value, means: value } : undefined;
}
