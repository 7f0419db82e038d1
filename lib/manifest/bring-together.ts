import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isSameManifest, type Json, type Manifest, manifestOf, manifestText } from "./manifest.ts";
import { type Choices, type Conflict, mergeThreeWays, stepsText } from "./merge-manifests.ts";
import { mergeTexts } from "./merge-texts.ts";
import { parseYamlText } from "./yaml-document.ts";

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
  if (isSameManifest(edit.manifest, merged)) return edit.text;
  const { text } = mergeTexts(edit.text, manifestText(edit.base), manifestText(theirs));
  const read = parseYamlText(text);
  return read.ok && isSame(manifestOf(read.value.value), merged) ? text : manifestText(theirs, merged);
}
