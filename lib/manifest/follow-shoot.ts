import { textAt } from "#lib/kube/field.ts";
import { compareResourceVersions } from "#lib/kube/resource-version.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { judgeManifest } from "./judge-manifest.ts";
import { type Json, type Manifest, manifestOf, manifestText } from "./manifest.ts";
import { type Choices, type Conflict, mergeThreeWays, stepsText } from "./merge-manifests.ts";
import { mergeTexts } from "./merge-texts.ts";
import { parseYamlText } from "./yaml-document.ts";

/** What somebody has written and not yet saved, with the Shoot that it was written from. */
export interface ManifestDraft {
  readonly text: string;
  readonly base: Json;
}

/** What becomes of a draft when the Shoot moves on beneath it. */
export type Following =
  /** It was written from what the Shoot is now. */
  | { readonly kind: "current" }
  /** It stands on the Shoot as it is now; `taken` came in from others. */
  | { readonly kind: "brought"; readonly draft: ManifestDraft; readonly taken: readonly string[] }
  /** Somebody has to choose first. */
  | { readonly kind: "conflicts"; readonly conflicts: readonly Conflict[] }
  /** The text must be put right before anything can be brought together. */
  | { readonly kind: "unreadable" };

export function freshDraft(shoot: Json): ManifestDraft {
  return { text: manifestText(shoot), base: shoot };
}

export function isEdited({ text, base }: ManifestDraft): boolean {
  return text !== manifestText(base);
}

function versionOf(shoot: Json): string {
  return textAt(shoot, "metadata", "resourceVersion") ?? "";
}

/** Brings a draft onto the Shoot as it is now, with whatever was chosen where both have changed the same. */
export function followShoot(draft: ManifestDraft, now: Json, choices: Choices = new Map()): Following {
  if (compareResourceVersions(versionOf(draft.base), versionOf(now)) >= 0) return { kind: "current" };
  const onto = (text: string, taken: readonly string[]): Following => ({
    kind: "brought",
    draft: { text, base: now },
    taken,
  });
  // Only what Gardener writes has changed.
  if (isSame(manifestOf(draft.base), manifestOf(now))) return onto(draft.text, []);
  const { manifest } = judgeManifest(draft.text, { read: [draft.base, now], schema: undefined });
  if (manifest === undefined) return { kind: "unreadable" };
  const together = bringTogether({ ...draft, manifest }, now, choices);
  const open = together.conflicts.some(({ path }) => !choices.has(stepsText(path)));
  return open ? { kind: "conflicts", conflicts: together.conflicts } : onto(together.text, together.taken);
}

/** An edit, and the Shoot that it was begun from. */
export interface Edit {
  readonly text: string;
  /** What the text says. */
  readonly manifest: Manifest;
  readonly base: Json;
}

export interface BroughtTogether {
  /** My edit on top of what the Shoot is now. */
  readonly text: string;
  readonly conflicts: readonly Conflict[];
  /** What others have changed and I have not, in paths as one reads them. */
  readonly taken: readonly string[];
}

/**
 * Brings an edit onto what the Shoot has become. The fields decide; the text keeps its comments and its order as long as
 * it then says exactly that.
 */
export function bringTogether(edit: Edit, theirs: Json, choices: Choices = new Map()): BroughtTogether {
  const [base, now] = [manifestOf(edit.base), manifestOf(theirs)];
  const { value, conflicts, taken } = mergeThreeWays({ base, mine: edit.manifest, theirs: now }, choices);
  const merged = manifestOf(isRecord(value) ? value : {});
  return { text: textOf(edit, theirs, merged), conflicts, taken: taken.map(stepsText) };
}

function textOf(edit: Edit, theirs: Json, merged: Manifest): string {
  if (isSame(edit.manifest, merged)) return edit.text;
  const { text } = mergeTexts(edit.text, manifestText(edit.base), manifestText(theirs));
  const read = parseYamlText(text);
  return read.ok && isSame(manifestOf(read.value.value), merged) ? text : manifestText(theirs, merged);
}
