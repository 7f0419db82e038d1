import "server-only";

type Observe = (seconds: number) => void;

/** How long what happens to every row takes. Each is one call without labels: it is made for ten thousand rows at once. */
export interface FleetTimings {
  /** From what the garden, or a date, said until the row tells it. */
  readonly row: Observe;
  /** Of working out one forecast. */
  readonly forecast: Observe;
  /** From what the garden, or a date, said until a stream tells it: the oldest of what one frame tells. */
  readonly sent: Observe;
}
