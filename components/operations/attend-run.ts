import { type BulkRun, isAwaited, isBulkClusterInProgress } from "#lib/act/bulk/bulk-run.ts";
import type { RunDriver } from "./run-driver.ts";

/** Functions of the tab that a driven run needs; tests pass their own. */
export interface RunTabDependencies {
  /** Starts polling for the run and asks before the tab is closed; returns a function that ends both. */
  readonly work: (driver: RunDriver) => () => void;
  /** Whether a page of this tab shows the run and could therefore continue it. */
  readonly isShown: () => boolean;
  /** Subscribes to pages that start or stop showing runs. */
  readonly onPages: (listener: () => void) => () => void;
}

/** Whether the run sends nothing more and the outcome of every request is known. Failures can still be retried. */
export function isOver({ status, clusters }: BulkRun): boolean {
  return (status === "finished" || status === "stopped") && !clusters.some(isBulkClusterInProgress);
}

/**
 * Works on a driven run until it is over, and again when the user retries its failures. Resolves when the run is over,
 * stored, and shown by no page: then the tab can release it.
 */
export function attendRun(driver: RunDriver, { work, isShown, onPages }: RunTabDependencies): Promise<void> {
  return new Promise((release) => {
    let rest: (() => void) | undefined;
    const isDone = () => isOver(driver.run()) && !isShown();
    const check = () => {
      // Clusters waiting for their window are observed only on the run's page: the tab need not stay open for it.
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
      // A page may show the run again by now.
      if (!isDone()) return;
      for (const stop of stops) stop();
      release();
    };
    const stops = [driver.subscribe(check), onPages(check)];
    check();
  });
}
