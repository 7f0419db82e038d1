import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { Hue } from "#lib/words/version-stage.ts";

export const timeLineTracks = ["expiries", "changes", "credentials", "operations"] as const;
export type TimeLineTrack = (typeof timeLineTracks)[number];

export type TimeLineKind =
  | "expiry"
  | "lifetime"
  | "deletion"
  | "window"
  | "forced"
  | "automatic"
  | "stuck"
  | "credentials"
  | "operation"
  | "maintenance"
  | "created";

/** Event of a cluster with its place in time and its texts. */
export interface TimeLineEvent {
  readonly key: string;
  readonly track: TimeLineTrack;
  readonly kind: TimeLineKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** End of a period, or of the interval in which the event comes; epoch milliseconds. */
  readonly until?: number;
  readonly when: string;
  readonly what: string;
  /** Short text beside the mark: `1.34.3`. */
  readonly label: string;
  /** Why, what it does, and to what; may be empty. */
  readonly why: readonly string[];
  readonly hue: Hue;
  /** Tab of the cluster on which to act. */
  readonly tab: "updates" | "credentials" | "maintenance" | "activity" | undefined;
}

/** Twelve months: two behind, and ten ahead. */
export const behindMs = 61 * dayMs;
export const aheadMs = 304 * dayMs;

export interface TimeLineInput {
  readonly row: FleetRow;
  /** Without it, past operations are left out. */
  readonly shoot?: Shoot | undefined;
  /** Without it, the row's summary of the forecast is used. */
  readonly outlook?: ForecastVariant | undefined;
}
