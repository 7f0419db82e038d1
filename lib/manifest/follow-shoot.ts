import { textAt } from "#lib/kube/field.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { formatManifest, type Json, type Manifest, manifestOf } from "./manifest.ts";
import { type Choices, type Conflict, formatMergePath, mergeThreeWays } from "./merge-manifests.ts";
import { mergeTexts } from "./merge-texts.ts";
import { validateManifest } from "./validate-manifest.ts";
import { parseYamlText } from "./yaml-document.ts";

/** Unsaved edit, with the Shoot that it is based on. */
export interface ManifestDraft {
  readonly text: string;
  readonly base: Json;
}

/** Result of applying a draft to a newer Shoot. */
export type RebasedDraft =
  /** The draft is based on the current Shoot. */
  | { readonly kind: "current" }
  /** The draft was rebased onto the current Shoot; `taken` lists the changes of others. */
  | { readonly kind: "brought"; readonly draft: ManifestDraft; readonly taken: readonly string[] }
  /** The user has to resolve conflicts first. */
  | { readonly kind: "conflicts"; readonly conflicts: readonly Conflict[] }
  /** The text has errors that must be corrected before merging. */
  | { readonly kind: "unreadable" };

export function freshDraft(shoot: Json): ManifestDraft {
  return { text: formatManifest(shoot), base: shoot };
}

export function isEdited({ text, base }: ManifestDraft): boolean {
  return text !== formatManifest(base);
}

function versionOf(shoot: Json): string {
  return textAt(shoot, "metadata", "resourceVersion") ?? "";
}

/** Rebases a draft onto the current Shoot, with the choices made for fields that both sides have changed. */
export function followShoot(draft: ManifestDraft, now: Json, choices: Choices = new Map()): RebasedDraft {
  if (compareResourceVersions(versionOf(draft.base), versionOf(now)) >= 0) return { kind: "current" };
  const onto = (text: string, taken: readonly string[]): RebasedDraft => ({
    kind: "brought",
    draft: { text, base: now },
    taken,
  });
  // Only fields that Gardener writes have changed.
  if (isSame(manifestOf(draft.base), manifestOf(now))) return onto(draft.text, []);
  const { manifest } = validateManifest(draft.text, { read: [draft.base, now], schema: undefined });
  if (manifest === undefined) return { kind: "unreadable" };
  const together = rebaseEdit({ ...draft, manifest }, now, choices);
  const open = together.conflicts.some(({ path }) => !choices.has(formatMergePath(path)));
  return open ? { kind: "conflicts", conflicts: together.conflicts } : onto(together.text, together.taken);
}

/** Edit, and the Shoot that it is based on. */
export interface ManifestEdit {
  readonly text: string;
  /** Parsed text. */
  readonly manifest: Manifest;
  readonly base: Json;
}

export interface RebasedEdit {
  /** Edit applied to the current Shoot. */
  readonly text: string;
  readonly conflicts: readonly Conflict[];
  /** Paths that only others have changed. */
  readonly taken: readonly string[];
}

/**
 * Rebases an edit onto the current Shoot. Fields decide; the text keeps its comments and order as long as it expresses
 * exactly the merged fields.
 */
export function rebaseEdit(edit: ManifestEdit, theirs: Json, choices: Choices = new Map()): RebasedEdit {
  const [base, now] = [manifestOf(edit.base), manifestOf(theirs)];
  const { value, conflicts, taken } = mergeThreeWays({ base, mine: edit.manifest, theirs: now }, choices);
  const merged = manifestOf(isRecord(value) ? value : {});
  return { text: textOf(edit, theirs, merged), conflicts, taken: taken.map(formatMergePath) };
}

function textOf(edit: ManifestEdit, theirs: Json, merged: Manifest): string {
  if (isSame(edit.manifest, merged)) return edit.text;
  const { text } = mergeTexts(edit.text, formatManifest(edit.base), formatManifest(theirs));
  const read = parseYamlText(text);
  return read.ok && isSame(manifestOf(read.value.value), merged) ? text : formatManifest(theirs, merged);
}
