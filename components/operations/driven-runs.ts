import type { QueryClient } from "@tanstack/react-query";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { loadRun } from "#components/data/storage/bulk-store.ts";
import { ownerOf } from "#components/data/storage/start-bulk.ts";
import { createStore, type ReadableStore } from "#components/ui/state/store.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { interruptionOf } from "#lib/act/bulk/interruption.ts";
import { attendRun } from "./attend-run.ts";
import { createRunDriver, type RunDriver } from "./run-driver.ts";
import { runPorts } from "./run-ports.ts";

const lookEveryMs = 1_000;

/** The runs that this tab drives. They outlive the page of the run: one may look elsewhere meanwhile. */
const kept = createStore<ReadonlyMap<string, RunDriver>>(new Map());
export const drivenRuns: ReadableStore<ReadonlyMap<string, RunDriver>> = kept;

/** The runs that pages of this tab show, one entry a page. */
const shown = createStore<readonly string[]>([]);

/** Says that a page shows the run; returns the way to say that it has gone. */
export function showRun(id: string): () => void {
  shown.set([...shown.get(), id]);
  return () => shown.set(shown.get().toSpliced(shown.get().indexOf(id), 1));
}

/** Whether this browser can keep two tabs from driving one run. It can on https and on localhost. */
export function canDrive(): boolean {
  return "locks" in navigator;
}

/**
 * Takes the wheel of a run as soon as no other tab has it, and keeps it until the run is over and no page shows it. What
 * the tab before left behind is paused: a person goes on with it.
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

/** The confirmed plan of this tab: it is driven at once. */
export async function startRun(run: BulkRun, client: QueryClient): Promise<void> {
  const ports = runPorts(client);
  await ports.store(run, undefined);
  void navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await drive(createRunDriver(run, ports), client, "start");
  });
}

const lockOf = (id: string) => `almanac-bulk-run-${id}`;

/** Under the lock of the run, which is released with the promise. */
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
