import { customFieldLimits } from "#lib/custom-fields/custom-field.ts";
import {
  type CustomFieldChange,
  type WrittenCustomField,
  writtenCustomFieldsOf,
} from "#lib/custom-fields/edit-custom-fields.ts";
import { hasPartsAt, isUnreadPath, parseFieldPath, textAtPath, unlistedPartOf } from "#lib/custom-fields/field-path.ts";
import { customFieldNameOf } from "#lib/custom-fields/parse-custom-fields.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { text } from "#lib/language/text.ts";
import type { SampleCluster } from "./use-sample-cluster.ts";

/** Properties of a field that are on unless the annotation says no. */
export const flagNames = ["showColumn", "columnSelectedByDefault", "searchable", "showDetails"] as const;
const textNames = ["name", "path", "tooltip", "defaultValue"] as const;

/** A custom field in the form. */
export type FieldDraft = Readonly<
  Record<(typeof textNames)[number], string> & Record<(typeof flagNames)[number], boolean>
>;

export function draftOf(field: WrittenCustomField | undefined): FieldDraft {
  const textOf = (name: string) => {
    const value = fieldAt(field?.value, name);
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  };
  const flagOf = (name: string) => fieldAt(field?.value, name) !== false;
  return {
    name: textOf("name"),
    path: textOf("path"),
    tooltip: textOf("tooltip"),
    defaultValue: textOf("defaultValue"),
    showColumn: flagOf("showColumn"),
    columnSelectedByDefault: flagOf("columnSelectedByDefault"),
    searchable: flagOf("searchable"),
    showDetails: flagOf("showDetails"),
  };
}

/** What the form writes; a property with its default value is not written. */
export function changeOfDraft(draft: FieldDraft): CustomFieldChange {
  return Object.fromEntries([
    ...textNames.map((name) => [name, draft[name].trim() || undefined]),
    ...flagNames.map((name) => [name, draft[name] ? undefined : false]),
  ]);
}

/**
 * Returns what is wrong with the name and the path.
 *
 * @param annotation the present custom fields of the project
 * @param key key of the field that is being changed
 */
export function errorsOfDraft(
  { name, path }: FieldDraft,
  annotation: string | undefined,
  key: string | undefined,
): { readonly name?: string; readonly path?: string } {
  const wanted = customFieldNameOf(name).toLowerCase();
  const isTaken = writtenCustomFieldsOf(annotation).some(
    (other) => other.key !== key && customFieldNameOf(stringAt(other.value, "name") ?? "").toLowerCase() === wanted,
  );
  const nameError =
    wanted === ""
      ? text("Give the field a name.")
      : isTaken
        ? text("The project has a field of this name.")
        : name.length > customFieldLimits.name
          ? text("The name is too long.")
          : undefined;
  const pathError = pathErrorOf(path.trim());
  return { ...(nameError !== undefined && { name: nameError }), ...(pathError !== undefined && { path: pathError }) };
}

function pathErrorOf(path: string): string | undefined {
  if (path === "") return text("Give the field a path.");
  const steps = parseFieldPath(path);
  if (steps === undefined) return text('Write names with dots or brackets: spec.networking.type, labels["a.b/c"].');
  return isUnreadPath(steps) ? text("Almanac does not read this part of the Shoot.") : undefined;
}

function noValueHint({ name, shoot }: SampleCluster, steps: readonly string[]): string {
  return hasPartsAt(shoot, steps)
    ? text("{cluster} has no single value there.", { cluster: name })
    : text("{cluster} has no value there.", { cluster: name });
}

/** What the path leads to in a cluster of the project. */
export function pathHint({ path }: FieldDraft, sample: SampleCluster | undefined): string {
  const steps = parseFieldPath(path.trim());
  if (steps === undefined) return text("As in the YAML of the Shoot.");
  const unlisted = unlistedPartOf(steps);
  const value = sample && textAtPath(sample.shoot, steps);
  const sentences = [
    sample !== undefined &&
      (value === undefined
        ? noValueHint(sample, steps)
        : text("Value of {cluster}: {value}", { cluster: sample.name, value })),
    unlisted !== undefined && text("Lists do not have {part}, only the page of a cluster.", { part: unlisted }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(" · ");
}
