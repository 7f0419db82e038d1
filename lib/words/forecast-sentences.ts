import type { Caveat, Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { mostForeseenPools } from "#lib/policy/forecast/foreseen-pools.ts";
import type { NoProfile } from "#lib/policy/profiles/effective-profile.ts";

type UnknownReason = Extract<Forecast, { outcome: "unknown" }>["reason"];

/** What a reader must know beside a forecast. */
export const caveatSentences = {
  "release-unknown": "The cluster names no Gardener release; the newest rules are assumed.",
  "older-than-known-rules": "The Gardener release is older than the oldest rules that Almanac knows, which apply here.",
  "window-missing": "No maintenance window is set: Gardener may run maintenance at any time of the day.",
  "window-unreadable": "The maintenance window cannot be read: Gardener then counts the whole day.",
  "feature-gates-not-checked":
    "The cluster sets feature gates or admission plugins, which a run may remove or fail on; the forecast ignores them.",
  "profile-date-unreadable": "A date in the profile cannot be read; the forecast treats it as never.",
  "pools-left-out": `This cluster has more than ${mostForeseenPools} worker pools. The forecast covers the first ${mostForeseenPools} only.`,
} as const satisfies { readonly [Code in Caveat]: string };

/** Why nothing can be foreseen. */
export const unknownForecastSentences = {
  "no-profile": "There is no forecast because the cluster's profile is not known.",
  "invalid-shoot": "The cluster's specification lacks what a forecast needs.",
  "invalid-now": "The current time is not known.",
  "invalid-horizon": "The requested time is too far away.",
  "engine-failed": "The forecast failed inside Almanac, which has been logged.",
} as const satisfies { readonly [Reason in UnknownReason | "engine-failed"]: string };

/** Why a cluster has no effective profile. */
export const noProfileSentences = {
  NO_PROFILE_REFERENCE: "The cluster names no CloudProfile.",
  PROFILE_NOT_FOUND: "The cluster's profile does not exist.",
  PROFILE_NOT_MERGED: "Gardener has not merged the project's profile with its parent yet.",
  PROFILE_FORBIDDEN: "You are not allowed to read the cluster's profile.",
} as const satisfies { readonly [Reason in NoProfile | "PROFILE_FORBIDDEN"]: string };

/** Of a cluster whose versions nobody moves any more. */
export const notMaintainedSentence = "The cluster is being deleted, so no maintenance changes its versions any more.";
