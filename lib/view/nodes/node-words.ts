import type { NodeUpdatePhase } from "#lib/policy/nodes/in-place-node.ts";

interface Words {
  readonly word: string;
  readonly hue: "info" | "notice" | "positive" | "negative";
}

/** A Node without an update to come says nothing. */
export const nodeUpdateWords: { readonly [Phase in NodeUpdatePhase]: Words | undefined } = {
  idle: undefined,
  candidate: { word: "waits for its update", hue: "notice" },
  selected: { word: "selected for its update", hue: "info" },
  drained: { word: "drained for its update", hue: "info" },
  updating: { word: "being updated", hue: "info" },
  successful: { word: "updated", hue: "positive" },
  failed: { word: "update failed", hue: "negative" },
};

/** What the annotation of machine-controller-manager asks for; a value newer than this build stands for itself. */
export function preserveWords(value: string): string {
  switch (value) {
    case "now":
      return "preserved";
    case "when-failed":
      return "preserved when it fails";
    case "auto-preserved":
      return "preserved after a failure";
    case "false":
      return "not to be preserved";
    default:
      return `preserve: ${value}`;
  }
}
