import { type BulkRun, isAwaited, isUnderWay } from "#lib/act/bulk/bulk-run.ts";
import type { RunDriver } from "./run-driver.ts";

/** What a driven run needs of the tab that drives it; tests pass their own. */
export interface AttendingSurroundings {
  /** Begins to look at the run again and again, and to ask before the tab is closed on it; returns the end of both. */
  readonly work: (driver: RunDriver) => () => void;
  /** Whether a page of this tab shows the run: from there it can be driven again. */
  readonly isShown: () => boolean;
  /** Hears when pages come and go. */
  readonly onPages: (listener: () => void) => () => void;
}

/** Nothing more will be asked, and of all that was asked the end is known. Its failures can still be tried again. */
export function isOver({ status, clusters }: BulkRun): boolean {
  return (status === "finished" || status === "stopped") && !clusters.some(isUnderWay);
}

/**
 * Works for a driven run until it is over, and again when a person tries its failures once more. Resolves when the run
 * is over, written down, and shown by no page: then the tab has to keep nothing of it.
 */
export function attendRun(driver: RunDriver, { work, isShown, onPages }: AttendingSurroundings): Promise<void> {
  return new Promise((release) => {
    let rest: (() => void) | undefined;
    const isDone = () => isOver(driver.run()) && !isShown();
    const check = () => {
      // What waits for its window is looked at where somebody looks: the tab need not stay open until then.
      const awaited = isShown() && driver.run().clusters.some(isAwaited);
      const over = isOver(driver.run()) && !awaited;
      if (!over) rest ??= work(driver);
      else if (rest) {
        rest();
        rest = undefined;
      }
      if (isDone()) void driver.written().then(leave);
    };
    const leave = () => {
      // Meanwhile somebody may have come back to it.
      if (!isDone()) return;
      for (const stop of stops) stop();
      release();
    };
    const stops = [driver.subscribe(check), onPages(check)];
    check();
  });
}
