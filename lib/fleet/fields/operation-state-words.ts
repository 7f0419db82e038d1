import { type Message, message } from "#lib/language/text.ts";
import { capitalised } from "#lib/words/words.ts";

const words: Readonly<Record<string, Message>> = {
  Aborted: message("aborted"),
  Error: message("error"),
  Failed: message("failed"),
  Pending: message("pending"),
  Processing: message("processing"),
  Succeeded: message("succeeded"),
};

/** Where an operation stands, within a cell: `succeeded`. A state that is newer than this build stays as it is. */
export function operationStateWords(state: string): string {
  return String(Object.hasOwn(words, state) ? words[state] : state.toLowerCase());
}

/** The same where it stands alone: `Succeeded`. A state that is newer than this build stays as it is spelled. */
export function operationStateAlone(state: string): string {
  return Object.hasOwn(words, state) ? capitalised(operationStateWords(state)) : state;
}
