import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import type { Hue } from "#lib/words/version-stage.ts";

/** Cluster, or an earlier state of one. */
export interface ComparedCluster {
  readonly row: FleetRow;
  readonly shoot: Shoot;
}

export interface CompareTimeContext {
  readonly now: number;
  readonly clockFor: (clusterOffsetMinutes?: number) => DisplayClock;
}

/** Value of a cluster in a row. */
export interface ComparedValue {
  /** Text in the current language. */
  readonly text: string;
  /** Secondary text below. */
  readonly more?: string | undefined;
  /** Value for comparison, independent of the language: codes and numbers. */
  readonly means: string;
  readonly hue?: Hue | undefined;
}

/** Cell with a value, without one, or of a cluster that could not be read. */
export interface ComparedCell {
  readonly kind: "told" | "not-set" | "unread";
  readonly text: string;
  readonly more?: string;
  readonly hue?: Hue;
  /** Whether it differs from the first readable column. */
  readonly differs: boolean;
}

export interface ComparedRow {
  readonly key: string;
  readonly label: string;
  /** Whether the label is a field name and the values are verbatim. */
  readonly verbatim: boolean;
  readonly cells: readonly ComparedCell[];
  readonly differs: boolean;
}

export interface ComparedSection {
  readonly id: string;
  readonly title: string;
  /** Remark needed to read the section. */
  readonly note?: string;
  readonly rows: readonly ComparedRow[];
  /** Total number of rows, if only differing ones are left. */
  readonly of?: number;
}

/** Column values; undefined for an unreadable column, which neither is nor hides a difference. */
export type ColumnValues<Value> = readonly (Value | undefined)[];

interface RowLabels {
  readonly key: string;
  readonly label: string;
  readonly verbatim?: boolean;
  /** Text for a cluster without a value. */
  readonly absent?: string;
  /** Compares two columns, instead of comparing `means`. */
  readonly same?: (one: number, other: number) => boolean;
}

/** Row with a cell per cluster; none if no cluster has a value. */
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

/** Source of a row: how its value is read from each cluster. */
export interface RowDefinition {
  readonly key: string;
  readonly label: Message;
  /** A plain string is the garden's own text, the same in every language. */
  readonly of: (cluster: ComparedCluster, speech: CompareTimeContext) => ComparedValue | string | undefined;
}

export function fieldSource(key: string, label: Message, of: RowDefinition["of"]): RowDefinition {
  return { key, label, of };
}

/** Rows for field sources. */
export function rowsOf(
  sources: readonly RowDefinition[],
  clusters: ColumnValues<ComparedCluster>,
  speech: CompareTimeContext,
): readonly ComparedRow[] {
  return sources.flatMap(({ key, label, of }) =>
    comparedRow({ key, label: text(label) }, clusters, (cluster) => {
      const value = of(cluster, speech);
      return typeof value === "string" ? verbatimValue(value) : value;
    }),
  );
}

/** Value as the garden wrote it, compared as text. */
export function verbatimValue(value: string | null | undefined): ComparedValue | undefined {
  return value ? { text: value, means: value } : undefined;
}
