import { type CustomField, type CustomFieldProblem, customFieldLimits } from "#lib/custom-fields/custom-field.ts";
import { isListedField } from "#lib/custom-fields/custom-field-values.ts";
import { placeOfCustomField, writtenCustomFieldsOf } from "#lib/custom-fields/edit-custom-fields.ts";
import { customFieldNameOf, isUnreadableAnnotation } from "#lib/custom-fields/parse-custom-fields.ts";
import { stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import { markHiddenCharacters } from "#lib/strings/hidden-characters.ts";
import { formatList } from "../format-list.ts";

/**
 * Sentence that says what is wrong with a project's custom fields.
 *
 * @param annotation the custom fields as they are written
 */
export function describeCustomFieldProblem(problem: CustomFieldProblem, annotation: string | undefined): string {
  switch (problem.kind) {
    case "not-json":
      return text("The annotation is no JSON.");
    case "no-fields":
      return text("The annotation is neither a map nor a list of fields.");
    case "too-large":
      return text("The annotation has more than {bytes, number} bytes.", { bytes: customFieldLimits.bytes });
    case "too-many":
      return text("Only the first {fields, number} fields are used.", { fields: customFieldLimits.fields });
    default:
      return describeProblemOfField(problem, annotation);
  }
}

type ProblemOfField = Extract<CustomFieldProblem, { readonly key: string }>;

function describeProblemOfField(problem: ProblemOfField, annotation: string | undefined): string {
  const field = titleOf(problem, annotation);
  switch (problem.kind) {
    case "not-a-field":
      return text("{field} is no object with properties, so it is left out.", { field });
    case "same-name":
      return text("{field} has the name of another field, so the field is left out.", { field });
    case "not-a-path":
      return text("The path of {field} cannot be read, so the field is left out.", { field });
    case "not-read":
      return text("The path of {field} leads to what Almanac does not read, so the field is left out.", { field });
    case "missing":
      return text("{field} has no {property}, so the field is left out.", { field, property: problem.property });
    case "wrong-type":
      return isNeeded(problem.property)
        ? text("{property} of {field} has the wrong type, so the field is left out.", { ...problem, field })
        : text("{property} of {field} has the wrong type, and is ignored.", { ...problem, field });
    case "too-long":
      return isNeeded(problem.property)
        ? text("{property} of {field} is too long, so the field is left out.", { ...problem, field })
        : text("{property} of {field} is too long, and is ignored.", { ...problem, field });
    case "unknown-property":
      return text("{field} has the unknown property {property}.", { ...problem, field });
  }
}

function isNeeded(property: string): boolean {
  return property === "name" || property === "path";
}

/** Name of a field that a problem is about; its place in a list or key in a map if it has none, or shares it. */
function titleOf({ kind, key }: ProblemOfField, annotation: string | undefined): string {
  const written = writtenCustomFieldsOf(annotation).find((field) => field.key === key);
  const name = customFieldNameOf(stringAt(written?.value, "name") ?? "");
  if (kind !== "same-name" && name !== "" && name.length <= customFieldLimits.name) return markHiddenCharacters(name);
  const place = placeOfCustomField(annotation, key);
  return place === undefined ? markHiddenCharacters(key) : text("Field {place, number}", { place });
}

/** Why a project's custom fields cannot be changed as they are now; undefined if they can be. */
export function describeUnreadableFields(annotation: string | undefined): string | undefined {
  if (!isUnreadableAnnotation(annotation)) return undefined;
  return text(
    "Almanac cannot read the present custom fields, and does not overwrite them. Correct the annotation of the project first.",
  );
}

/** Where a field is shown: `in lists, by default, and on the page of a cluster`. */
export function describeFieldPlaces(field: CustomField): string {
  const isListed = isListedField(field);
  const places = [
    ...(isListed ? [field.columnSelectedByDefault ? text("in lists, by default") : text("in lists")] : []),
    ...(isListed && field.searchable ? [text("in the search")] : []),
    ...(field.showDetails ? [text("on the page of a cluster")] : []),
  ];
  return places.length === 0 ? text("nowhere") : formatList(places);
}
