import { stringAt } from "#lib/kube/field.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { formatManifest, type JsonObject, type Manifest, manifestOf } from "./manifest.ts";
import { type ConflictChoices, formatMergePath, type MergeConflict, mergeObjectsThreeWay } from "./merge-manifests.ts";
import { mergeTexts } from "./merge-texts.ts";
import { validateManifest } from "./validate-manifest.ts";
import { parseYamlText } from "./yaml-document.ts";

/** Unsaved edit of a Shoot's manifest, with the Shoot that it is based on. */
export interface ManifestDraft {
  readonly text: string;
  readonly base: JsonObject;
}

/** Result of applying an unsaved edit to a newer version of the Shoot. */
export type RebasedDraft =
  /** The edit is based on the current version of the Shoot. */
  | { readonly kind: "current" }
  /** The draft was rebased onto the current Shoot; `taken` lists the changes of others. */
  | { readonly kind: "brought"; readonly draft: ManifestDraft; readonly taken: readonly string[] }
  /** The user has to resolve conflicts first. */
  | { readonly kind: "conflicts"; readonly conflicts: readonly MergeConflict[] }
  /** The text has errors that must be corrected before merging. */
  | { readonly kind: "unreadable" };

export function createManifestDraft(shoot: JsonObject): ManifestDraft {
  return { text: formatManifest(shoot), base: shoot };
}

export function isEdited({ text, base }: ManifestDraft): boolean {
  return text !== formatManifest(base);
}

function versionOf(shoot: JsonObject): string {
  return stringAt(shoot, "metadata", "resourceVersion") ?? "";
}

/** Rebases an unsaved edit onto the current Shoot, with the user's choices for fields that others changed as well. */
export function rebaseManifestDraft(
  draft: ManifestDraft,
  now: JsonObject,
  choices: ConflictChoices = new Map(),
): RebasedDraft {
  if (compareResourceVersions(versionOf(draft.base), versionOf(now)) >= 0) return { kind: "current" };
  const onto = (text: string, taken: readonly string[]): RebasedDraft => ({
    kind: "brought",
    draft: { text, base: now },
    taken,
  });
  // Only fields that Gardener writes have changed, so the edit applies unchanged.
  if (isSameJson(manifestOf(draft.base), manifestOf(now))) return onto(draft.text, []);
  const { manifest } = validateManifest(draft.text, { read: [draft.base, now], schema: undefined });
  if (manifest === undefined) return { kind: "unreadable" };
  const together = rebaseEdit({ ...draft, manifest }, now, choices);
  const open = together.conflicts.some(({ path }) => !choices.has(formatMergePath(path)));
  return open ? { kind: "conflicts", conflicts: together.conflicts } : onto(together.text, together.taken);
}

/** Edited text and manifest, and the Shoot that they are based on. */
export interface ManifestEdit {
  readonly text: string;
  /** Manifest parsed from the text. */
  readonly manifest: Manifest;
  readonly base: JsonObject;
}

export interface RebasedEdit {
  /** Text of the edit applied to the current Shoot. */
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
  /** Paths of fields that only others have changed. */
  readonly taken: readonly string[];
}

/**
 * Rebases an edit onto the current Shoot by merging fields. The edited text keeps its comments and order if it
 * expresses exactly the merged fields.
 */
export function rebaseEdit(edit: ManifestEdit, theirs: JsonObject, choices: ConflictChoices = new Map()): RebasedEdit {
  const [base, now] = [manifestOf(edit.base), manifestOf(theirs)];
  const { value, conflicts, taken } = mergeObjectsThreeWay({ base, mine: edit.manifest, theirs: now }, choices);
  const merged = manifestOf(isRecord(value) ? value : {});
  return { text: textOf(edit, theirs, merged), conflicts, taken: taken.map(formatMergePath) };
}

function textOf(edit: ManifestEdit, theirs: JsonObject, merged: Manifest): string {
  if (isSameJson(edit.manifest, merged)) return edit.text;
  const { text } = mergeTexts(edit.text, formatManifest(edit.base), formatManifest(theirs));
  const read = parseYamlText(text);
  return read.ok && isSameJson(manifestOf(read.value.value), merged) ? text : formatManifest(theirs, merged);
}
