import type { QueryClient } from "@tanstack/react-query";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { loadRun } from "#components/data/storage/bulk-store.ts";
import { ownerOf } from "#components/data/storage/start-bulk.ts";
import { createStateStore, type ReadableStore } from "#components/ui/state/store.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { interruptionOf } from "#lib/act/bulk/interruption.ts";
import { attendRun } from "./attend-run.ts";
import { createRunDriver, type RunDriver } from "./run-driver.ts";
import { runPorts } from "./run-ports.ts";

const lookEveryMs = 1_000;

/** Drivers of the runs that this tab executes. They survive navigation away from the run's page. */
const kept = createStateStore<ReadonlyMap<string, RunDriver>>(new Map());
export const drivenRuns: ReadableStore<ReadonlyMap<string, RunDriver>> = kept;

/** Ids of the runs shown by pages of this tab, one entry per page. */
const shown = createStateStore<readonly string[]>([]);

/** Registers a page that shows the run; returns the function that removes it. */
export function showRun(id: string): () => void {
  shown.set([...shown.get(), id]);
  return () => shown.set(shown.get().toSpliced(shown.get().indexOf(id), 1));
}

/** Whether this browser can prevent two tabs from driving one run: only on https and on localhost. */
export function canDrive(): boolean {
  return "locks" in navigator;
}

/**
 * Drives a run as soon as no other tab does, until it is over and no page shows it. A run left by another tab is paused
 * until the user resumes it.
 */
export async function driveRun(id: string, client: QueryClient, signal: AbortSignal): Promise<void> {
  if (kept.get().has(id)) return;
  await navigator.locks
    .request(lockOf(id), { signal }, async () => {
      const run = await loadRun(id);
      if (run === undefined || run.status === "draft") return;
      await drive(createRunDriver(run, runPorts(client)), client, "adopted");
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}

/** Starts a plan that was confirmed in this tab. */
export async function startRun(run: BulkRun, client: QueryClient): Promise<void> {
  const ports = runPorts(client);
  await ports.store(run, undefined);
  void navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await drive(createRunDriver(run, ports), client, "start");
  });
}

const lockOf = (id: string) => `almanac-bulk-run-${id}`;

/** Drives a run while holding its lock, which is released when the promise settles. */
async function drive(driver: RunDriver, client: QueryClient, type: "adopted" | "start"): Promise<void> {
  const { id } = driver.run();
  kept.set(new Map(kept.get()).set(id, driver));
  driver.dispatch({ type });
  await attendRun(driver, {
    work: () => keepLooking(driver, client),
    isShown: () => shown.get().includes(id),
    onPages: shown.subscribe,
  });
  kept.set(new Map([...kept.get()].filter(([each]) => each !== id)));
}

function keepLooking(driver: RunDriver, client: QueryClient): () => void {
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
  return interruptionOf(run, { owner: session && ownerOf(session), freshness });
}
