import type { ActFinding, ActPreview } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";

/** Consent given so far in a confirmation. */
export interface Consent {
  /** Accepted consequences, by `keyOfConsequence`. */
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

export const emptyConsent: Consent = { ticked: new Set(), typed: "" };

/** Key of a consequence. It includes the sentence, so that a changed sentence must be ticked again. */
export function keyOfConsequence({ id, sentence }: ActFinding): string {
  return `${id} ${sentence}`;
}

type ConfirmationLevel = ActPreview["friction"];

/** Missing consent, as text for the button; undefined when complete. */
export function missingConsent(
  { consequences, phrase }: ConfirmationLevel,
  { ticked, typed }: Consent,
): string | undefined {
  const open = consequences.filter((each) => !ticked.has(keyOfConsequence(each))).length;
  if (open > 0)
    return open === 1 ? text("Tick the consequence first.") : text("Tick the {open} consequences first.", { open });
  return phrase === undefined || typed.trim() === phrase ? undefined : text("Type {phrase} to confirm.", { phrase });
}

/** Whether the typed text can no longer become the phrase, so that the error shows before the end. */
export function isMistyped(phrase: string, typed: string): boolean {
  const text = typed.trim();
  return text !== "" && !phrase.startsWith(text);
}
