import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Message } from "#lib/language/text.ts";
import type { FieldKey, FieldNames } from "./field-names.ts";
import type { FleetContext } from "./fleet-context.ts";

export type FieldTest = (row: FleetRow, context: FleetContext) => boolean;

/**
 * Filter of lists by a field. The address bar, the search box, the chips and the facets all use this, so that
 * `status:unhealthy` means the same everywhere.
 */
export interface FieldFilter {
  /** Returns the row's values of this field, which facets count. "none" stands for a missing value. */
  readonly valuesOf: (row: FleetRow, context: FleetContext) => readonly string[];
  /**
   * Returns a test for fields whose filter values are more than one of `valuesOf`: a pattern, a pair, a number. Parses
   * the values once for many rows; the test returns whether a row matches any of them.
   */
  readonly testFor?: (values: readonly string[]) => FieldTest;
  /** Returns whether a value is valid, if not every text is. Chips mark invalid values as not understood. */
  readonly understands?: (value: string) => boolean;
  /** Returns the words for a value on a chip; defaults to the value itself. */
  readonly describe?: (value: string) => string;
  /** Returns the words for a value beside its checkbox in the facet, where they differ from the chip's. */
  readonly facetWords?: (value: string) => string;
  /** Whether the filter is shown as a group of checkboxes. */
  readonly facet?: boolean;
  /** Values with a fixed order; the others are ordered by their count. */
  readonly order?: readonly string[];
  /** Whether the values depend on the time, not on the row alone. */
  readonly timed?: boolean;
}

export interface SortContext {
  /** Returns the begin of the row's next maintenance window in ms, or undefined without one. */
  readonly windowBegin: (row: FleetRow) => number | undefined;
  /** Returns the natural sort key of a text that many rows share. */
  readonly keyOf: (text: string) => string;
}

/** Sort value: rows with smaller values, which matter more, come first. */
export type SortValue = string | number;

export interface FieldColumn {
  /** Heading of the column, when it differs from the field's label. */
  readonly label?: Message;
  /** Whether the column is shown when the address does not select columns. */
  readonly shown: boolean;
}

export interface FieldDefinition {
  readonly label: Message;
  /** Returns the texts that words in the search box are matched with. */
  readonly text?: (row: FleetRow) => readonly (string | undefined)[];
  readonly filter?: FieldFilter;
  readonly sort?: (row: FleetRow, context: SortContext) => SortValue;
  readonly column?: FieldColumn;
}

type Defined<Part extends keyof FieldDefinition> = Required<Pick<FieldDefinition, Part>>;
type Undefined<Part extends keyof FieldDefinition> = { readonly [Each in Part]?: never };

/** Definitions of all fields by key: filter, sort and column are required exactly where {@link FieldNames} has them. */
export type FieldDefinitions = {
  readonly [Key in FieldKey]: Pick<FieldDefinition, "label" | "text"> &
    (FieldNames[Key] extends { readonly filter: string } ? Defined<"filter"> : Undefined<"filter">) &
    (FieldNames[Key] extends { readonly sort: true } ? Defined<"sort"> : Undefined<"sort">) &
    (FieldNames[Key] extends { readonly column: true } ? Defined<"column"> : Undefined<"column">);
};
