import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Message } from "#lib/language/text.ts";
import type { FieldKey, FieldNames } from "./field-names.ts";
import type { FleetContext } from "./fleet-context.ts";

export type FieldTest = (row: FleetRow, context: FleetContext) => boolean;

/**
 * How lists are filtered by a field. The address bar, the search box, the chips and the facets all read this, so that
 * `status:unhealthy` means the same wherever it is written.
 */
export interface FieldFilter {
  /** What the row holds for this field; facets count these. "none" stands for a missing value. */
  readonly valuesOf: (row: FleetRow, context: FleetContext) => readonly string[];
  /**
   * When a value is more than one of `valuesOf`: a pattern, a pair, a number. Reads the values once, for many rows; the
   * test says whether a row has any of them.
   */
  readonly testFor?: (values: readonly string[]) => FieldTest;
  /** Whether a value can mean anything, where not every text does. What does not is on a chip as not understood. */
  readonly understands?: (value: string) => boolean;
  /** Words for a value on a chip; the value itself when absent. */
  readonly describe?: (value: string) => string;
  /** Words for a value beside its box in the facet, when other than those on a chip. */
  readonly facetWords?: (value: string) => string;
  /** Shown as a group of checkboxes. */
  readonly facet?: boolean;
  /** Values whose order is their own; the others come by their count. */
  readonly order?: readonly string[];
  /** Its values depend on the time, not on the row alone. */
  readonly timed?: boolean;
}

export interface SortContext {
  /** When the row's next maintenance window begins, in ms; undefined without one. */
  readonly windowBegin: (row: FleetRow) => number | undefined;
  /** The natural key of a text that many rows have in common. */
  readonly keyOf: (text: string) => string;
}

/** Of two rows the one with the smaller value comes first: what matters most. */
export type SortValue = string | number;

export interface FieldColumn {
  /** Over the column, when other than the field's own words. */
  readonly label?: Message;
  /** Unless the address says which columns to show. */
  readonly shown: boolean;
}

export interface FieldDefinition {
  readonly label: Message;
  /** What a word in the search box is looked up in. */
  readonly text?: (row: FleetRow) => readonly (string | undefined)[];
  readonly filter?: FieldFilter;
  readonly sort?: (row: FleetRow, context: SortContext) => SortValue;
  readonly column?: FieldColumn;
}

type Defined<Part extends keyof FieldDefinition> = Required<Pick<FieldDefinition, Part>>;
type Undefined<Part extends keyof FieldDefinition> = { readonly [Each in Part]?: never };

/** Every field by its key: with a filter, a sort and a column exactly where an address has a name for them. */
export type FieldDefinitions = {
  readonly [Key in FieldKey]: Pick<FieldDefinition, "label" | "text"> &
    (FieldNames[Key] extends { readonly filter: string } ? Defined<"filter"> : Undefined<"filter">) &
    (FieldNames[Key] extends { readonly sort: true } ? Defined<"sort"> : Undefined<"sort">) &
    (FieldNames[Key] extends { readonly column: true } ? Defined<"column"> : Undefined<"column">);
};
