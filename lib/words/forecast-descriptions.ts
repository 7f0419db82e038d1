import { type Message, message, text } from "#lib/language/text.ts";
import { maxForecastPools } from "#lib/policy/forecast/forecast-pools.ts";
import type { ForecastWarning } from "#lib/policy/forecast/forecast-result.ts";
import type { MissingProfileReason } from "#lib/policy/profiles/effective-profile.ts";

/** Caveats shown beside a forecast. */
const caveatDescriptions = {
  "release-unknown": message("The cluster names no Gardener release; the newest rules are assumed."),
  "older-than-known-rules": message(
    "The Gardener release is older than the oldest rules that Almanac knows, which apply here.",
  ),
  "newer-than-known-rules": message(
    "The Gardener release is newer than the newest rules that Almanac knows, which apply here.",
  ),
  "window-missing": message("No maintenance window is set: Gardener may run maintenance at any time of the day."),
  "window-unreadable": message("The maintenance window cannot be read: Gardener then counts the whole day."),
  "feature-gates-not-checked": message(
    "The cluster sets feature gates or admission plugins, which a run may remove or fail on; the forecast ignores them.",
  ),
  "profile-date-unreadable": message("A date in the profile cannot be read; the forecast treats it as never."),
  "lifetime-ends": message("Gardener deletes the cluster when its lifetime ends: the forecast ends there."),
  "pools-left-out": message(
    "This cluster has more than {most} worker pools. The forecast covers the first {most} only.",
  ),
} as const satisfies { readonly [Code in ForecastWarning]: Message };

export function describeForecastWarning(caveat: ForecastWarning): string {
  return text(caveatDescriptions[caveat], { most: maxForecastPools });
}

/** Reasons why a cluster has no effective profile. */
export const noProfileDescriptions = {
  NO_PROFILE_REFERENCE: message("The cluster names no CloudProfile."),
  PROFILE_NOT_FOUND: message("The cluster's profile does not exist."),
  PROFILE_NOT_MERGED: message("Gardener has not merged the project's profile with its parent yet."),
  PROFILE_FORBIDDEN: message("You are not allowed to read the cluster's profile."),
} as const satisfies { readonly [Reason in MissingProfileReason | "PROFILE_FORBIDDEN"]: Message };

/** Text for a cluster being deleted, which maintenance no longer updates. */
export const notMaintainedDescription = message(
  "The cluster is being deleted, so no maintenance changes its versions any more.",
);
