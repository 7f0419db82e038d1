import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";

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

/** Event on a cluster's timeline with its time and its texts. */
export interface TimeLineEvent {
  readonly key: string;
  readonly track: TimeLineTrack;
  readonly kind: TimeLineKind;
  /** Time or begin of the event, in epoch milliseconds. */
  readonly at: number;
  /** End of a period, or of the interval in which the event occurs, in epoch milliseconds. */
  readonly until?: number;
  readonly when: string;
  readonly what: string;
  /** Short text beside the event's mark: `1.34.3`. */
  readonly label: string;
  /** Sentences about the event: its cause and its effect; may be empty. */
  readonly why: readonly string[];
  readonly hue: StatusHue;
  /** Tab of the cluster's page on which the user can act. */
  readonly tab: "updates" | "credentials" | "maintenance" | "activity" | undefined;
}

/** The timeline covers twelve months: two in the past, and ten in the future. */
export const timeLinePastMs = 61 * dayMs;
export const timeLineFutureMs = 304 * dayMs;

export interface TimeLineInput {
  readonly row: FleetRow;
  /** Shoot of the cluster; without it, past operations are left out. */
  readonly shoot?: Shoot | undefined;
  /** Complete forecast; without it, the summary in the row is used. */
  readonly outlook?: ForecastVariant | undefined;
}
