import { type Message, message, text } from "#lib/language/text.ts";
import type { NodeUpdatePhase } from "#lib/policy/nodes/in-place-node.ts";

interface NodeActLabels {
  readonly word: Message;
  readonly hue: "info" | "notice" | "positive" | "negative";
}

/** Label for each phase of a Node's in-place update; undefined for a Node without an update. */
export const nodeUpdateLabels: { readonly [Phase in NodeUpdatePhase]: NodeActLabels | undefined } = {
  idle: undefined,
  candidate: { word: message("waits for its update"), hue: "notice" },
  selected: { word: message("selected for its update"), hue: "info" },
  drained: { word: message("drained for its update"), hue: "info" },
  updating: { word: message("being updated"), hue: "info" },
  successful: { word: message("updated"), hue: "positive" },
  failed: { word: message("update failed"), hue: "negative" },
};

/** Value of machine-controller-manager's preserve annotation in words. Unknown values are returned unchanged. */
export function preserveValueLabel(value: string): string {
  switch (value) {
    case "now":
      return text("preserved");
    case "when-failed":
      return text("preserved when it fails");
    case "auto-preserved":
      return text("preserved after a failure");
    case "false":
      return text("not to be preserved");
    default:
      return text("preserve: {value}", { value });
  }
}
