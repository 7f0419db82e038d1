import type { ComponentForecast } from "./component-forecast.ts";
import type { RejectedRunPeriod } from "./dead-end.ts";

/**
 * Caveats to show with the forecast.
 *
 * - `release-unknown`: the Shoot has no Gardener release in its status; the newest rules are assumed.
 * - `older-than-known-rules`: its release is older than the oldest known rules, which are used.
 * - `newer-than-known-rules`: its release is newer than the newest known rules, which are used.
 * - `window-missing`, `window-unreadable`: Gardener then maintains at any time of the day.
 * - `feature-gates-not-checked`: the Shoot sets feature gates or admission plugins, which a run may remove or fail on.
 * - `profile-date-unreadable`: a date of the profile is unreadable and is treated as never reached.
 * - `lifetime-ends`: Gardener deletes the Shoot when its lifetime ends; nothing is forecast after that.
 * - `pools-left-out`: the Shoot has more pools than a forecast covers; the others are ignored.
 */
export type ForecastWarning =
  | "release-unknown"
  | "older-than-known-rules"
  | "newer-than-known-rules"
  | "window-missing"
  | "window-unreadable"
  | "feature-gates-not-checked"
  | "profile-date-unreadable"
  | "lifetime-ends"
  | "pools-left-out";

/** The forecast under one set of Gardener rules. */
export interface ForecastVariant {
  /** The control plane, then for each pool its Kubernetes version and its image, in the order of the spec. */
  readonly lanes: readonly ComponentForecast[];
  /** Periods in which the API server rejects every maintenance run as a whole. */
  readonly rejections: readonly RejectedRunPeriod[];
}

/**
 * Forecast of a Shoot's versions, provided that nobody changes the profile or the Shoot and maintenance runs once a
 * day. A restart of the controller or the operation `maintain` can only bring steps forward.
 */
export type Forecast =
  | (ForecastVariant & {
      readonly outcome: "foreseen";
      /** False when the Gardener release is uncertain, so that another forecast is possible. */
      readonly certain: boolean;
      readonly alternatives: readonly ForecastVariant[];
      readonly caveats: readonly ForecastWarning[];
    })
  /** A Shoot in deletion is no longer maintained. */
  | { readonly outcome: "not-maintained"; readonly reason: "deleting" }
  | {
      readonly outcome: "unknown";
      readonly reason: "no-profile" | "invalid-shoot" | "invalid-now" | "invalid-horizon";
      /** Path of the unreadable field; only for the reason `invalid-shoot`. */
      readonly field?: string;
    };

/** Horizon and Gardener releases of a forecast. */
export interface ForecastOptions {
  /** The current time in epoch milliseconds. */
  readonly now: number;
  /** End of the forecast: epoch milliseconds, at most twenty years ahead. */
  readonly horizon: number;
  /** `own` leaves out components of pools that follow the control plane, which only repeat it; default `all`. */
  readonly lanes?: "all" | "own";
}
