import type { Rejection } from "./dead-end.ts";
import type { Lane } from "./lane.ts";

/**
 * What a reader must know beside the forecast itself.
 *
 * - `release-unknown`: the Shoot names no Gardener release; the newest rules are assumed.
 * - `older-than-known-rules`: its release is older than the oldest rules that are known, which are used.
 * - `newer-than-known-rules`: its release is newer than the newest rules that are known, which are used.
 * - `window-missing`, `window-unreadable`: Gardener then maintains at any time of the day.
 * - `feature-gates-not-checked`: the Shoot sets feature gates or admission plugins, which a run may remove or stumble on.
 * - `profile-date-unreadable`: a date of the profile cannot be read and never comes here.
 * - `lifetime-ends`: Gardener deletes the Shoot when its lifetime ends; nothing is foreseen of it after that.
 * - `pools-left-out`: the Shoot has more pools than are foreseen; the others are left out as if they were not there.
 */
export type Caveat =
  | "release-unknown"
  | "older-than-known-rules"
  | "newer-than-known-rules"
  | "window-missing"
  | "window-unreadable"
  | "feature-gates-not-checked"
  | "profile-date-unreadable"
  | "lifetime-ends"
  | "pools-left-out";

/** What is foreseen under one set of rules. */
export interface Outlook {
  /** The control plane, then for each pool its Kubernetes version and its image, in the order of the spec. */
  readonly lanes: readonly Lane[];
  /** Times in which every run is refused as a whole. */
  readonly rejections: readonly Rejection[];
}

/**
 * The future of a Shoot's versions, as long as nobody changes the profile or the Shoot, and maintenance runs once a day.
 * A restart of the controller or the operation `maintain` can only bring steps forward.
 */
export type Forecast =
  | (Outlook & {
      readonly outcome: "foreseen";
      /** False when the Gardener release is in doubt and another outlook is possible. */
      readonly certain: boolean;
      readonly alternatives: readonly Outlook[];
      readonly caveats: readonly Caveat[];
    })
  /** A Shoot in deletion is not maintained any more. */
  | { readonly outcome: "not-maintained"; readonly reason: "deleting" }
  | {
      readonly outcome: "unknown";
      readonly reason: "no-profile" | "invalid-shoot" | "invalid-now" | "invalid-horizon";
      /** Of `invalid-shoot`: the field that cannot be read. */
      readonly field?: string;
    };

/** Until when, and under which releases. */
export interface ForecastOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The last instant that is looked at: epoch milliseconds, at most twenty years ahead. */
  readonly horizon: number;
  /** `own` leaves out the lanes of pools that follow the control plane, which only repeat it; `all` unless said. */
  readonly lanes?: "all" | "own";
}
