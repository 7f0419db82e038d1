import { requestErrorOf } from "#components/data/calls/api-problem.ts";
import type { ShownProject } from "#lib/contract/project/projects.ts";
import { customFieldDifferenceOf } from "#lib/custom-fields/edit-custom-fields.ts";
import { text } from "#lib/language/text.ts";
import { formatList } from "#lib/words/format-list.ts";

type ProjectVersion = Pick<ShownProject, "resourceVersion" | "customFields">;

interface Attempt {
  /** The project as it was when the dialog was opened. */
  readonly opened: ProjectVersion;
  /** The newest version of the project that has been read. */
  readonly project: ProjectVersion;
  /** Whether somebody has removed the field that is being changed. */
  readonly isGone: boolean;
}

/**
 * Whether a change failed because somebody else has changed the project. Only then the next attempt is of the newer
 * version: after any other failure, it would overwrite a change that the user has not been told of.
 */
export function isConflict(error: Error): boolean {
  return requestErrorOf(error).reason === "conflict";
}

/** Sentences that say why the fields were not changed, and after a conflict also what somebody else has changed. */
export function failureText(error: Error, { opened, project, isGone }: Attempt): string {
  if (!isConflict(error)) return requestErrorOf(error).detail ?? "";
  const { added, changed, removed } = customFieldDifferenceOf(opened.customFields, project.customFields);
  const isRead = project.resourceVersion !== opened.resourceVersion;
  const sentences = [
    text("Somebody has changed the project since you opened it."),
    added.length > 0 && text("Added: {fields}.", { fields: formatList(added) }),
    changed.length > 0 && text("Changed: {fields}.", { fields: formatList(changed) }),
    removed.length > 0 && text("Removed: {fields}.", { fields: formatList(removed) }),
    isRead && added.length + changed.length + removed.length === 0 && text("The custom fields are the same."),
    isGone
      ? text("Save again to add your field to the present ones.")
      : text("Save again to change only your field of the present ones."),
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
