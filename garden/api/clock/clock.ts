import "server-only";

/** Clock of the embedded garden: real time, faster time, or moved by hand. Controllers use no other clock. */
export interface GardenClockSource {
  now(): Date;
  /** True while the clock is being moved by an hour or more. Activity that only serves observers is then skipped. */
  readonly hurried?: boolean;
  /** Calls `callback` when the garden's clock has advanced by `delayMs`; the returned function cancels the timer. */
  setTimer(delayMs: number, callback: () => void): () => void;
}
