import type { ActFinding, ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";

/** Input that the user has given in a confirmation so far. */
export interface ConfirmationInput {
  /** Consequences that the user has ticked, by their keys. */
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

export const emptyConfirmationInput: ConfirmationInput = { ticked: new Set(), typed: "" };

/** Key of a consequence. The key contains the text, so that a consequence with a changed text must be ticked again. */
export function consequenceKeyOf({ id, sentence }: ActFinding): string {
  return `${id} ${sentence}`;
}

type ConfirmationLevel = ActPreview["friction"];

/** Returns what is still missing in a confirmation, as a label for the button; undefined when it is complete. */
export function missingConfirmationLabel(
  { consequences, phrase }: ConfirmationLevel,
  { ticked, typed }: ConfirmationInput,
): string | undefined {
  const open = consequences.filter((each) => !ticked.has(consequenceKeyOf(each))).length;
  if (open > 0)
    return open === 1 ? text("Tick the consequence first.") : text("Tick the {open} consequences first.", { open });
  return phrase === undefined || typed.trim() === phrase ? undefined : text("Type {phrase} to confirm.", { phrase });
}

/** Returns whether the typed text can no longer become the required phrase, so that the error appears while typing. */
export function isPhraseMistyped(phrase: string, typed: string): boolean {
  const text = typed.trim();
  return text !== "" && !phrase.startsWith(text);
}
