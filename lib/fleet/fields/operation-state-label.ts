import { type Message, message } from "#lib/language/text.ts";
import { capitalize } from "#lib/words/format-list.ts";

const labels: Readonly<Record<string, Message>> = {
  Aborted: message("aborted"),
  Error: message("error"),
  Failed: message("failed"),
  Pending: message("pending"),
  Processing: message("processing"),
  Succeeded: message("succeeded"),
};

/** Label of an operation's state within a cell, such as `succeeded`. States unknown to this build are lower-cased. */
export function inlineOperationStateLabel(state: string): string {
  return String(Object.hasOwn(labels, state) ? labels[state] : state.toLowerCase());
}

/** Label of an operation state for a separate cell: `Succeeded`. A state newer than this build is returned as is. */
export function operationStateLabel(state: string): string {
  return Object.hasOwn(labels, state) ? capitalize(inlineOperationStateLabel(state)) : state;
}
