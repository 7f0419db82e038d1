import "server-only";

type Observe = (seconds: number) => void;

/** Durations recorded for every row of the cluster list; without labels, since ten thousand may come at once. */
export interface FleetTimings {
  /** From a change in the garden, or a due date, until the cluster list contains it. */
  readonly row: Observe;
  /** Duration of computing one forecast. */
  readonly forecast: Observe;
  /** From a change in the garden, or a due date, until an event stream sends it to a browser. */
  readonly sent: Observe;
}
