import type { QueryClient } from "@tanstack/react-query";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { loadRun } from "#components/data/storage/bulk-store.ts";
import { ownerKeyOfBulkRuns } from "#components/data/storage/start-bulk.ts";
import { createStateStore, type ReadableStore } from "#components/ui/state/store.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { automaticPauseOf } from "#lib/act/bulk/interruption.ts";
import { createBulkRunDependencies } from "./create-bulk-run-dependencies.ts";
import { executeRunUntilOver } from "./execute-run-until-over.ts";
import { createRunDriver, type RunDriver } from "./run-driver.ts";

const lookEveryMs = 1_000;

/** The bulk runs that this tab executes, by id. They continue when the user leaves the page of the run. */
const kept = createStateStore<ReadonlyMap<string, RunDriver>>(new Map());
export const runDriversOfTab: ReadableStore<ReadonlyMap<string, RunDriver>> = kept;

/** Ids of the bulk runs that pages of this tab show, one entry per page. */
const shown = createStateStore<readonly string[]>([]);

/** Registers that a page shows a bulk run. @returns a function that removes the registration */
export function registerShownRun(id: string): () => void {
  shown.set([...shown.get(), id]);
  return () => shown.set(shown.get().toSpliced(shown.get().indexOf(id), 1));
}

/** Whether the browser has Web Locks, which keep two tabs from executing one run; they need https or localhost. */
export function canExecuteBulkRuns(): boolean {
  return "locks" in navigator;
}

/**
 * Waits until no other tab executes the bulk run, then executes it until it is over and no page shows it. A run that
 * another tab has left is paused until the user resumes it.
 */
export async function executeRunWhenUnlocked(id: string, client: QueryClient, signal: AbortSignal): Promise<void> {
  if (kept.get().has(id)) return;
  await navigator.locks
    .request(lockOf(id), { signal }, async () => {
      const run = await loadRun(id);
      if (run === undefined || run.status === "draft") return;
      await drive(createRunDriver(run, createBulkRunDependencies(client)), client, "adopted");
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}

/** Starts a bulk run whose plan was confirmed in this tab. */
export async function startRun(run: BulkRun, client: QueryClient): Promise<void> {
  const ports = createBulkRunDependencies(client);
  await ports.store(run, undefined);
  void navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await drive(createRunDriver(run, ports), client, "start");
  });
}

const lockOf = (id: string) => `almanac-bulk-run-${id}`;

/** Executes a bulk run while its Web Lock is held. The lock is released when the promise settles. */
async function drive(driver: RunDriver, client: QueryClient, type: "adopted" | "start"): Promise<void> {
  const { id } = driver.run();
  kept.set(new Map(kept.get()).set(id, driver));
  driver.dispatch({ type });
  await executeRunUntilOver(driver, {
    work: () => keepLooking(driver, client),
    isShown: () => shown.get().includes(id),
    onPages: shown.subscribe,
  });
  kept.set(new Map([...kept.get()].filter(([each]) => each !== id)));
}

/** Lets a run look at the live list every second, and asks before the tab is closed; returns what ends both. */
export function keepLooking(driver: RunDriver, client: QueryClient): () => void {
  const timer = setInterval(() => {
    const interruption = interruptionHere(driver.run(), client);
    if (interruption !== undefined) driver.dispatch({ type: "interrupted", ...interruption });
    driver.look();
  }, lookEveryMs);
  const askFirst = (event: BeforeUnloadEvent) => {
    if (driver.run().status === "running") event.preventDefault();
  };
  window.addEventListener("beforeunload", askFirst);
  return () => {
    clearInterval(timer);
    window.removeEventListener("beforeunload", askFirst);
  };
}

function interruptionHere(run: BulkRun, client: QueryClient) {
  const session = client.getQueryData(sessionQuery.queryKey);
  const freshness = client.getQueryData(fleetQuery.queryKey)?.freshness;
  return automaticPauseOf(run, { owner: session && ownerKeyOfBulkRuns(session), freshness });
}
