import { type Message, message, text } from "#lib/language/text.ts";
import type { StatusHue } from "./version-stage.ts";

const states: ReadonlyMap<string, { readonly hue: StatusHue; readonly label: Message }> = new Map([
  ["Succeeded", { hue: "positive", label: message("Succeeded") }],
  ["Failed", { hue: "negative", label: message("Failed") }],
  ["Processing", { hue: "info", label: message("Running") }],
]);

/** Returns the label and colour of a maintenance's state; a state newer than this build is shown by its own name. */
export function describeMaintenanceState(state: string | null | undefined): {
  readonly hue: StatusHue;
  readonly label: string;
} {
  const known = states.get(state ?? "");
  if (known !== undefined) return { hue: known.hue, label: text(known.label) };
  return { hue: "neutral", label: state ?? text("Result not reported") };
}
