import { type Message, message, text } from "#lib/language/text.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";

type UnknownReason = Extract<Forecast, { outcome: "unknown" }>["reason"];

/** Reasons why a forecast is impossible. */
export const unknownForecastDescriptions = {
  "no-profile": message("There is no forecast because the cluster's profile is not known."),
  "invalid-shoot": message("The cluster's specification lacks what a forecast needs."),
  "invalid-now": message("The current time is not known."),
  "invalid-horizon": message("The requested time is too far away."),
  "engine-failed": message("The forecast failed inside Almanac, which has been logged."),
} as const satisfies { readonly [Reason in UnknownReason | "engine-failed"]: Message };

export function isUnknownForecast(reason: string): reason is keyof typeof unknownForecastDescriptions {
  return Object.hasOwn(unknownForecastDescriptions, reason);
}

/** Describes why a forecast is impossible, with the field that cannot be read, if known. */
export function describeUnknownForecast(
  reason: keyof typeof unknownForecastDescriptions,
  field: string | undefined,
): string {
  if (field === undefined) return String(unknownForecastDescriptions[reason]);
  return text("There is no forecast because {field} of the cluster cannot be read.", { field });
}
