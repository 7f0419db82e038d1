/**
 * Field of the clusters of a project, as its owner defines it in the Project's annotation. The meaning is that of
 * Gardener's dashboard (docs/usage/custom-fields.md there).
 */
export interface CustomField {
  /** Key of the field in the annotation: a name in a map, or the place in a list. */
  readonly key: string;
  /** Name as it was written. */
  readonly label: string;
  /** Name in columns, filters and groups: the label without the characters that separate values in addresses. */
  readonly name: string;
  /** Steps of the path to the value in the Shoot. */
  readonly steps: readonly string[];
  readonly icon?: string;
  readonly tooltip?: string;
  readonly defaultValue?: string;
  /** Whether lists have the field. */
  readonly showColumn: boolean;
  /** Whether the list of the project's clusters shows the column when the address does not select columns. */
  readonly columnSelectedByDefault: boolean;
  /** Order among the fields; smaller ones come first. */
  readonly weight: number;
  readonly searchable: boolean;
  /** Whether the page of a cluster shows the field. */
  readonly showDetails: boolean;
}

/** Limits of the annotation and of what a field says; longer texts are problems, and the field is left out. */
export const customFieldLimits = { bytes: 32_768, fields: 20, name: 64, tooltip: 256, defaultValue: 100 } as const;

/** Properties of a field that Gardener's dashboard defines. */
export const customFieldProperties = [
  "name",
  "path",
  "icon",
  "tooltip",
  "defaultValue",
  "showColumn",
  "columnSelectedByDefault",
  "weight",
  "sortable",
  "searchable",
  "showDetails",
] as const;
export type CustomFieldProperty = (typeof customFieldProperties)[number];

/** What is wrong with the annotation, or with one field or property in it. */
export type CustomFieldProblem =
  | { readonly kind: "not-json" | "no-fields" | "too-large" | "too-many" }
  | { readonly kind: "not-a-field" | "same-name" | "not-a-path" | "not-read"; readonly key: string }
  | {
      readonly kind: "wrong-type" | "missing" | "too-long" | "unknown-property";
      readonly key: string;
      readonly property: string;
    };
