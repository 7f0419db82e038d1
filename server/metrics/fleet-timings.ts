import "server-only";

type Observe = (seconds: number) => void;

/** Timings of what happens to every row. Without labels, since they are recorded for ten thousand rows at once. */
export interface FleetTimings {
  /** From the change in the garden, or the due date, until the row reflects it. */
  readonly row: Observe;
  /** Computation of one forecast. */
  readonly forecast: Observe;
  /** From the change in the garden, or the due date, until a stream sends it: the oldest change of each frame. */
  readonly sent: Observe;
}
