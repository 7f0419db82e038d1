import "server-only";

/** The garden's time: real, faster than real, or moved by hand. Controllers know no other. */
export interface GardenClockSource {
  now(): Date;
  /** True while the time is moved by hours or more: what serves only to be watched is better left out. */
  readonly hurried?: boolean;
  /** Calls back once the garden's time has passed `delayMs` from now; the answer cancels it. */
  setTimer(delayMs: number, callback: () => void): () => void;
}
