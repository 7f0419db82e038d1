import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, text } from "#lib/language/text.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { accountFields } from "./account-fields.ts";
import type {
  FieldColumn,
  FieldDefinition,
  FieldDefinitions,
  FieldFilter,
  FieldTest,
  SortContext,
  SortValue,
} from "./field-definition.ts";
import {
  type ColumnKey,
  type FieldColumnKey,
  type FilterKey,
  fieldKeys,
  fieldNames,
  isOwnColumnKey,
  ownColumnTitleOf,
  ownValueOf,
  parseFilterKey,
  type SortKey,
} from "./field-names.ts";
import { valueOrNoneLabel } from "./field-values.ts";
import { identityFields } from "./identity-fields.ts";
import { maintenanceFields } from "./maintenance-fields.ts";
import { nextFields } from "./next-fields.ts";
import { readinessFields } from "./readiness-fields.ts";
import { stateFields } from "./state-fields.ts";
import { versionFields } from "./version-fields.ts";

/** Definitions of all fields of a cluster row by key. */
export const fleetFields = {
  ...stateFields,
  ...nextFields,
  ...versionFields,
  ...readinessFields,
  ...maintenanceFields,
  ...identityFields,
  ...accountFields,
} satisfies FieldDefinitions;

/** Filter of a field, with the name of the filter as its key. */
export interface FilterField extends FieldFilter {
  readonly key: FilterKey;
  readonly label: Message;
}

export const filterFields: readonly FilterField[] = fieldKeys.flatMap((key) => {
  const names = fieldNames[key];
  const { label, filter }: FieldDefinition = fleetFields[key];
  return "filter" in names && filter ? [{ key: names.filter, label, describe: valueOrNoneLabel, ...filter }] : [];
});

const byKey = new Map(filterFields.map((field) => [field.key, field]));

export function findFilterField(name: string): FilterField | undefined {
  const key = parseFilterKey(name);
  return key && byKey.get(key);
}

/** Returns a function that tests whether a row has any of the filter values, which are parsed once for many rows. */
export function createFieldTest({ valuesOf, testFor }: FilterField, values: readonly string[]): FieldTest {
  if (testFor) return testFor(values);
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return (row, context) => valuesOf(row, context).some((held) => wanted.has(held.toLowerCase()));
}

const texts = fieldKeys.flatMap((key) => {
  const field: FieldDefinition = fleetFields[key];
  return field.text ?? [];
});

/** Returns the text of a row that free-text search looks through, in lower case; cached per row. */
export const searchableTextOf = memoizePerObject((row: FleetRow) =>
  texts
    .flatMap((textOf) => textOf(row))
    .filter((part) => part !== undefined)
    .join("\n")
    .toLowerCase(),
);

export function columnDefinitionOf(key: FieldColumnKey): Required<FieldColumn> {
  const { column, label } = fleetFields[key];
  return { label, ...column };
}

/** Heading of a column; that of a label is the key of the label, that of a custom field its name. */
export function columnTitleOf(key: ColumnKey): string {
  return isOwnColumnKey(key) ? ownColumnTitleOf(key) : text(columnDefinitionOf(key).label);
}

/** Headings of the columns of one list; custom fields of the same name are told apart by their paths. */
export function columnTitlesOf(keys: readonly ColumnKey[]): readonly string[] {
  const titles = keys.map(columnTitleOf);
  return keys.map((key, place) => {
    const title = titles[place] ?? key;
    const isAmbiguous = titles.indexOf(title) < titles.lastIndexOf(title);
    return isAmbiguous && key.startsWith("field:") ? key.slice("field:".length).replace("@", " · ") : title;
  });
}

/** Value by which a column sorts a row; rows without the value come after all others. */
export function sortValueOf(row: FleetRow, key: SortKey, context: SortContext): SortValue {
  if (!isOwnColumnKey(key)) return fleetFields[key].sort(row, context);
  const value = ownValueOf(row, key);
  return value === undefined ? "\uffff" : context.keyOf(value);
}
