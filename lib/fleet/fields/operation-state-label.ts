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

/** Returns an operation's state in words within a cell: `succeeded`. Newer states are only lower-cased. */
export function inlineOperationStateLabel(state: string): string {
  return String(Object.hasOwn(labels, state) ? labels[state] : state.toLowerCase());
}

/** Returns the same for a cell of its own: `Succeeded`. A state newer than this build is returned unchanged. */
export function operationStateLabel(state: string): string {
  return Object.hasOwn(labels, state) ? capitalize(inlineOperationStateLabel(state)) : state;
}
