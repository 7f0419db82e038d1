import { type BulkRun, isBulkClusterInProgress, isWaitingForWindow } from "#lib/act/bulk/bulk-run.ts";
import type { RunDriver } from "./run-driver.ts";

/** Functions of the tab that the execution of a bulk run needs; tests pass fakes. */
export interface RunTabDependencies {
  /** Starts polling for a bulk run, and asks before the tab is closed; returns a function that ends both. */
  readonly work: (driver: RunDriver) => () => void;
  /** Whether a page in this tab shows the run, so that the user could continue it. */
  readonly isShown: () => boolean;
  /** Subscribes to changes of which runs are shown by pages of this tab. */
  readonly onPages: (listener: () => void) => () => void;
}

/** Whether a bulk run sends nothing more and all outcomes are known. Failures can still be retried. */
export function isBulkRunOver({ status, clusters }: BulkRun): boolean {
  return (status === "finished" || status === "stopped") && !clusters.some(isBulkClusterInProgress);
}

/**
 * Executes a bulk run until it is over, and again when the user retries its failures. Resolves when the run is over and
 * stored and no page shows it, so that the tab can release its lock.
 */
export function executeRunUntilOver(driver: RunDriver, { work, isShown, onPages }: RunTabDependencies): Promise<void> {
  return new Promise((release) => {
    let rest: (() => void) | undefined;
    const isDone = () => isBulkRunOver(driver.run()) && !isShown();
    const check = () => {
      // Clusters that wait for their maintenance window are observed only while a page shows the run.
      const awaited = isShown() && driver.run().clusters.some(isWaitingForWindow);
      const over = isBulkRunOver(driver.run()) && !awaited;
      if (!over) rest ??= work(driver);
      else if (rest) {
        rest();
        rest = undefined;
      }
      if (isDone()) void driver.written().then(leave);
    };
    const leave = () => {
      // Meanwhile a page may show the run again.
      if (!isDone()) return;
      for (const stop of stops) stop();
      release();
    };
    const stops = [driver.subscribe(check), onPages(check)];
    check();
  });
}
