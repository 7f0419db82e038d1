import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Message } from "#lib/language/text.ts";
import type { FleetContext } from "./create-fleet-context.ts";
import type { FieldKey, FieldNames } from "./field-names.ts";

export type FieldTest = (row: FleetRow, context: FleetContext) => boolean;

/**
 * Filter of cluster lists by one field. The URL, the search box, the filter chips and the facets all use this
 * definition, so that `status:unhealthy` means the same everywhere.
 */
export interface FieldFilter {
  /** Returns the row's values of this field, which facets count. "none" stands for a missing value. */
  readonly valuesOf: (row: FleetRow, context: FleetContext) => readonly string[];
  /**
   * Returns a test for fields whose filter values are not just one of `valuesOf`: a pattern, a pair, a number. It
   * parses the filter values once for many rows; the test returns whether a row matches any of them.
   */
  readonly testFor?: (values: readonly string[]) => FieldTest;
  /** Returns whether a filter value is valid; absent if every text is. Chips mark invalid values as not understood. */
  readonly understands?: (value: string) => boolean;
  /** Returns the label of a filter value on a chip; by default the value itself. */
  readonly describe?: (value: string) => string;
  /** Returns the label of a filter value beside its checkbox in the facet, where it differs from the chip's label. */
  readonly facetWords?: (value: string) => string;
  /** Whether the filter is shown as a facet: a group of checkboxes. */
  readonly facet?: boolean;
  /** Filter values that are listed in a fixed order; all others are ordered by the number of clusters. */
  readonly order?: readonly string[];
  /** Whether the field's values depend on the time, not on the row alone. */
  readonly timed?: boolean;
}

export interface SortContext {
  /** Returns the begin of the row's next maintenance window in epoch milliseconds, or undefined without one. */
  readonly windowBegin: (row: FleetRow) => number | undefined;
  /** Returns the natural sort key of a text that many rows share. */
  readonly keyOf: (text: string) => string;
}

/** Sort value: rows with smaller values, which matter more, come first. */
export type SortValue = string | number;

export interface FieldColumn {
  /** Heading of the column, if it differs from the field's label. */
  readonly label?: Message;
  /** Whether the column is shown when the address does not select columns. */
  readonly shown: boolean;
}

export interface FieldDefinition {
  readonly label: Message;
  /** Returns the texts of a row in which the search box finds words. */
  readonly text?: (row: FleetRow) => readonly (string | undefined)[];
  readonly filter?: FieldFilter;
  readonly sort?: (row: FleetRow, context: SortContext) => SortValue;
  readonly column?: FieldColumn;
}

type Defined<Part extends keyof FieldDefinition> = Required<Pick<FieldDefinition, Part>>;
type Undefined<Part extends keyof FieldDefinition> = { readonly [Each in Part]?: never };

/** All field definitions by key. Filter, sort and column are required exactly where {@link FieldNames} has them. */
export type FieldDefinitions = {
  readonly [Key in FieldKey]: Pick<FieldDefinition, "label" | "text"> &
    (FieldNames[Key] extends { readonly filter: string } ? Defined<"filter"> : Undefined<"filter">) &
    (FieldNames[Key] extends { readonly sort: true } ? Defined<"sort"> : Undefined<"sort">) &
    (FieldNames[Key] extends { readonly column: true } ? Defined<"column"> : Undefined<"column">);
};
