"use client";

import type { QueryClient } from "@tanstack/react-query";
import { loadRun } from "#components/data/bulk-store.ts";
import { fleetQuery } from "#components/data/fleet-queries.ts";
import { sessionQuery } from "#components/data/session-queries.ts";
import { ownerOf } from "#components/data/start-bulk.ts";
import type { BulkRun } from "#lib/view/bulk/bulk-run.ts";
import { interruptionOf } from "#lib/view/bulk/interruption.ts";
import { createRunDriver, type RunDriver } from "./run-driver.ts";
import { runPorts } from "./run-ports.ts";

const lookEveryMs = 1_000;

/** The runs that this tab drives. They outlive the page of the run: one may look elsewhere meanwhile. */
const driven = new Map<string, RunDriver>();
const listeners = new Set<() => void>();

export function subscribeToDriven(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function driverOf(id: string): RunDriver | undefined {
  return driven.get(id);
}

/** Whether this browser can keep two tabs from driving one run. It can on https and on localhost. */
export function canDrive(): boolean {
  return "locks" in navigator;
}

/**
 * Takes the wheel of a run as soon as no other tab has it, and keeps it until this tab is closed. What the tab before
 * left behind is paused: a person goes on with it.
 */
export async function driveRun(id: string, client: QueryClient, signal: AbortSignal): Promise<void> {
  if (driven.has(id)) return;
  await navigator.locks
    .request(`almanac-bulk-run-${id}`, { signal }, async () => {
      const run = await loadRun(id);
      if (run === undefined || run.status === "draft" || driven.has(id)) return;
      const driver = createRunDriver(run, runPorts(client));
      driven.set(id, driver);
      driver.dispatch({ type: "adopted" });
      for (const listener of listeners) listener();
      keepLooking(driver, client);
      // Held until the tab goes away.
      await new Promise<never>(() => undefined);
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}

/** The confirmed plan of this tab: it is driven at once. */
export async function startRun(run: BulkRun, client: QueryClient): Promise<void> {
  const ports = runPorts(client);
  await ports.store(run, undefined);
  void navigator.locks.request(`almanac-bulk-run-${run.id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const driver = createRunDriver(run, ports);
    driven.set(run.id, driver);
    driver.dispatch({ type: "start" });
    for (const listener of listeners) listener();
    keepLooking(driver, client);
    await new Promise<never>(() => undefined);
  });
}

function keepLooking(driver: RunDriver, client: QueryClient): void {
  setInterval(() => {
    const interruption = interruptionHere(driver.run(), client);
    if (interruption !== undefined) driver.dispatch({ type: "interrupted", ...interruption });
    driver.look();
  }, lookEveryMs);
  window.addEventListener("beforeunload", (event) => {
    if (driver.run().status === "running") event.preventDefault();
  });
}

function interruptionHere(run: BulkRun, client: QueryClient) {
  const session = client.getQueryData(sessionQuery.queryKey);
  const freshness = client.getQueryData(fleetQuery.queryKey)?.freshness;
  return interruptionOf(run, { owner: session && ownerOf(session), freshness });
}
