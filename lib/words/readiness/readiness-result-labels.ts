import { type Message, message } from "#lib/language/text.ts";
import type { ReadinessResult } from "#lib/policy/readiness/assess-readiness.ts";
import type { StatusHue } from "../version-stage.ts";

export const readinessResultLabels: Readonly<
  Record<ReadinessResult, { readonly label: Message; readonly hue: StatusHue }>
> = {
  "not-ready": { label: message("Not ready"), hue: "negative" },
  "ready-with-risks": { label: message("Ready with risks"), hue: "caution" },
  "ready-as-known": { label: message("Ready, as far as known"), hue: "neutral" },
  ready: { label: message("Ready"), hue: "positive" },
  "not-looked": { label: message("Not looked at"), hue: "neutral" },
};
