import { type CustomField, type CustomFieldProblem, customFieldLimits } from "#lib/custom-fields/custom-field.ts";
import { isListedField } from "#lib/custom-fields/custom-field-values.ts";
import { isUnreadableAnnotation } from "#lib/custom-fields/parse-custom-fields.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "../format-list.ts";

/** Sentence that says what is wrong with a project's custom fields. */
export function describeCustomFieldProblem(problem: CustomFieldProblem): string {
  switch (problem.kind) {
    case "not-json":
      return text("The annotation is no JSON.");
    case "no-fields":
      return text("The annotation is neither a map nor a list of fields.");
    case "too-large":
      return text("The annotation has more than {bytes, number} bytes.", { bytes: customFieldLimits.bytes });
    case "too-many":
      return text("Only the first {fields, number} fields are used.", { fields: customFieldLimits.fields });
    case "not-a-field":
      return text("{key} is no field.", { key: problem.key });
    case "same-name":
      return text("{key} has the name of another field.", { key: problem.key });
    case "not-a-path":
      return text("The path of {key} cannot be read.", { key: problem.key });
    case "not-read":
      return text("The path of {key} leads to what Almanac does not read.", { key: problem.key });
    case "wrong-type":
      return text("{property} of {key} has the wrong type, and is ignored.", problem);
    case "missing":
      return text("{key} has no {property}.", problem);
    case "too-long":
      return text("{property} of {key} is too long, and is ignored.", problem);
    case "unknown-property":
      return text("{key} has the unknown property {property}.", problem);
  }
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
