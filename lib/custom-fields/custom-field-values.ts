import type { FleetRow } from "#lib/contract/fleet.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import type { CustomField } from "./custom-field.ts";
import { formatFieldPath, textAtPath, unlistedPartOf } from "./field-path.ts";

/**
 * Id of a field in rows, columns and groups: its name and its path, `Team@metadata.labels.team`. Fields of several
 * projects are one column if both agree. No id contains what separates values in addresses.
 */
export function customFieldIdOf({ name, steps }: Pick<CustomField, "name" | "steps">): string {
  return `${name}@${formatFieldPath(steps).replace(/[%,:"]/g, encodeURIComponent)}`;
}

/** A field's value for a Shoot: what is at its path, or its default value. */
export function customFieldValueOf(shoot: unknown, { steps, defaultValue }: CustomField): string | undefined {
  return textAtPath(shoot, steps) ?? defaultValue;
}

/** Whether a field's value for a Shoot is its default value, because its path finds none. */
export function isDefaultValueFor(shoot: unknown, { steps, defaultValue }: CustomField): boolean {
  return defaultValue !== undefined && textAtPath(shoot, steps) === undefined;
}

/** Whether lists have the field: its owner wants it, and lists have what its path leads to. */
export function isListedField({ showColumn, steps }: CustomField): boolean {
  return showColumn && unlistedPartOf(steps) === undefined;
}

/** What all rows of a project have in common; computed once for each definition of its fields. */
const listedFieldsOf = memoizePerObject((fields: readonly CustomField[]) => {
  const listed = fields.filter(isListedField).map((field) => ({ id: customFieldIdOf(field), field }));
  const idsOf = (isWanted: (field: CustomField) => boolean) =>
    listed.flatMap(({ id, field }) => (isWanted(field) ? id : []));
  const shownFields = idsOf((field) => field.columnSelectedByDefault);
  const unsearchedFields = idsOf((field) => !field.searchable);
  return {
    listed,
    ofAll: {
      ...(shownFields.length > 0 && { shownFields }),
      ...(unsearchedFields.length > 0 && { unsearchedFields }),
    },
  };
});

/** Returns what a row says of the fields that its project defines for lists; nothing where there are none. */
export function customFieldsOfRow(
  shoot: unknown,
  fields: readonly CustomField[],
): Pick<FleetRow, "customFields" | "shownFields" | "unsearchedFields"> {
  if (fields.length === 0) return {};
  const { listed, ofAll } = listedFieldsOf(fields);
  if (listed.length === 0) return {};
  const customFields: Record<string, string> = {};
  for (const { id, field } of listed) {
    const value = customFieldValueOf(shoot, field);
    if (value !== undefined) customFields[id] = value;
  }
  return { customFields, ...ofAll };
}
