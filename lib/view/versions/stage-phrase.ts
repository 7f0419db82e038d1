import { type Message, message, text } from "#lib/language/text.ts";

const phrases: Readonly<Record<string, Message>> = {
  supported: message("supported"),
  preview: message("preview"),
  deprecated: message("deprecated"),
  expired: message("expired"),
  unclassified: message("unclassified"),
  unavailable: message("unavailable"),
  "not-in-profile": message("not in profile"),
  unknown: message("stage unknown"),
};

/** A version's stage within a sentence. A stage newer than this build is said by its own name. */
export function stagePhrase(classification: string): string {
  const known = Object.hasOwn(phrases, classification) ? phrases[classification] : undefined;
  return known === undefined ? classification.toLowerCase() || text("stage unknown") : text(known);
}
