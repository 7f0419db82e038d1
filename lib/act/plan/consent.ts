import type { ActPreview, Finding } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";

/** What a person has ticked and typed so far. */
export interface Consent {
  /** The sentences that were accepted, by `keyOfConsequence`. */
  readonly ticked: ReadonlySet<string>;
  readonly typed: string;
}

export const emptyConsent: Consent = { ticked: new Set(), typed: "" };

/** A consequence that says something else than the one that was ticked has to be ticked anew. */
export function keyOfConsequence({ id, sentence }: Finding): string {
  return `${id} ${sentence}`;
}

type Friction = ActPreview["friction"];

/** What is still missing, in words for the button; undefined when all is there. */
export function missingConsent({ consequences, phrase }: Friction, { ticked, typed }: Consent): string | undefined {
  const open = consequences.filter((each) => !ticked.has(keyOfConsequence(each))).length;
  if (open > 0)
    return open === 1 ? text("Tick the consequence first.") : text("Tick the {open} consequences first.", { open });
  return phrase === undefined || typed.trim() === phrase ? undefined : text("Type {phrase} to confirm.", { phrase });
}

/** Whether what was typed can no longer become the phrase: said at once, not only at the end. */
export function isMistyped(phrase: string, typed: string): boolean {
  const text = typed.trim();
  return text !== "" && !phrase.startsWith(text);
}
