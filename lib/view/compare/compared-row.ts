import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type Message, text } from "#lib/language/text.ts";
import type { Clock } from "#lib/words/clock.ts";
import type { Role } from "#lib/words/version-stage.ts";

/** A cluster, or an earlier state of one. */
export interface ComparedCluster {
  readonly row: FleetRow;
  readonly shoot: Shoot;
}

export interface CompareSpeech {
  readonly now: number;
  readonly clockFor: (clusterOffsetMinutes?: number) => Clock;
}

/** What a cluster says of a field. */
export interface Told {
  /** In the language of the moment. */
  readonly text: string;
  /** Beneath it, more quietly. */
  readonly more?: string | undefined;
  /** What decides whether another cluster says the same: codes and numbers, which are so in every language. */
  readonly means: string;
  readonly hue?: Role | undefined;
}

/** What stands in a cell: what the cluster says, that it says nothing, or that it could not be read. */
export interface ComparedCell {
  readonly kind: "told" | "not-set" | "unread";
  readonly text: string;
  readonly more?: string;
  readonly hue?: Role;
  /** It is not what the first that could be read says. */
  readonly differs: boolean;
}

export interface ComparedRow {
  readonly key: string;
  readonly label: string;
  /** The label is the name of a field, and the values are as they are written. */
  readonly verbatim: boolean;
  readonly cells: readonly ComparedCell[];
  readonly differs: boolean;
}

export interface ComparedSection {
  readonly id: string;
  readonly title: string;
  /** What one has to know to read it. */
  readonly note?: string;
  readonly rows: readonly ComparedRow[];
  /** How many lines there are, where only those that differ are left. */
  readonly of?: number;
}

/** Undefined for what could not be read: it is no difference, and hides none. */
export type Columns<Value> = readonly (Value | undefined)[];

interface RowWords {
  readonly key: string;
  readonly label: string;
  readonly verbatim?: boolean;
  /** What is said of a cluster that says nothing of it. */
  readonly absent?: string;
  /** Decides whether two columns say the same, instead of what the words mean. */
  readonly same?: (one: number, other: number) => boolean;
}

/** The line of what is said of each that could be read; none when nothing is said of any. */
export function comparedRow<Value extends object>(
  { key, label, verbatim = false, absent = text("not set"), same }: RowWords,
  columns: Columns<Value>,
  toldOf: (value: Value, column: number) => Told | undefined,
): readonly ComparedRow[] {
  const told = columns.map((column, at) => column && toldOf(column, at));
  if (told.every((each) => each === undefined)) return [];
  const notSet: Told = { text: absent, means: "" };
  const first = columns.findIndex((column) => column !== undefined);
  const meansOf = (at: number) => (told[at] ?? notSet).means;
  const isSame = same ?? ((one: number, other: number) => meansOf(one) === meansOf(other));
  const cells = columns.map((column, at): ComparedCell => {
    if (column === undefined) return { kind: "unread", text: text("not read"), differs: false };
    const { text: words, more, hue } = told[at] ?? notSet;
    return {
      kind: told[at] === undefined ? "not-set" : "told",
      text: words,
      ...(more && { more }),
      ...(hue && { hue }),
      differs: at !== first && !isSame(first, at),
    };
  });
  return [{ key, label, verbatim, cells, differs: cells.some(({ differs }) => differs) }];
}

/** How a field is asked of each cluster. */
export interface FieldSource {
  readonly key: string;
  readonly label: Message;
  /** A text of its own is none of ours: it is as the garden writes it, in every language. */
  readonly of: (cluster: ComparedCluster, speech: CompareSpeech) => Told | string | undefined;
}

export function field(key: string, label: Message, of: FieldSource["of"]): FieldSource {
  return { key, label, of };
}

/** The lines of fields that are asked of each cluster in the same way. */
export function rowsOf(
  sources: readonly FieldSource[],
  clusters: Columns<ComparedCluster>,
  speech: CompareSpeech,
): readonly ComparedRow[] {
  return sources.flatMap(({ key, label, of }) =>
    comparedRow({ key, label: text(label) }, clusters, (cluster) => {
      const told = of(cluster, speech);
      return typeof told === "string" ? asWritten(told) : told;
    }),
  );
}

/** What the garden writes, and means as it writes it. */
export function asWritten(value: string | null | undefined): Told | undefined {
  return value ? { text: value, means: value } : undefined;
}
