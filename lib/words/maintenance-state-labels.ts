import { type Message, message, text } from "#lib/language/text.ts";
import type { Hue } from "./version-stage.ts";

const states: ReadonlyMap<string, { readonly hue: Hue; readonly label: Message }> = new Map([
  ["Succeeded", { hue: "positive", label: message("Succeeded") }],
  ["Failed", { hue: "negative", label: message("Failed") }],
  ["Processing", { hue: "info", label: message("Running") }],
]);

/** Label and colour of a maintenance's state; a state newer than this build is shown by its own name. */
export function describeMaintenanceState(state: string | null | undefined): {
  readonly hue: Hue;
  readonly label: string;
} {
  const known = states.get(state ?? "");
  if (known !== undefined) return { hue: known.hue, label: text(known.label) };
  return { hue: "neutral", label: state ?? text("Result not reported") };
}
