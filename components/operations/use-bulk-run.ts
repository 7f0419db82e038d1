"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { loadRun, subscribeToRuns } from "#components/data/storage/bulk-store.ts";
import { ownerOf } from "#components/data/storage/start-bulk.ts";
import { useStore } from "#components/ui/state/store.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { canDrive, drivenRuns, driveRun, showRun } from "./driven-runs.ts";
import type { RunDriver } from "./run-driver.ts";

export type BulkRunState =
  | { readonly state: "loading" }
  | { readonly state: "missing" }
  | { readonly state: "unreadable"; readonly message: string }
  | {
      readonly state: "known";
      readonly run: BulkRun;
      /** Undefined while another tab drives it, or nobody can. */
      readonly driver: RunDriver | undefined;
    };

/** A run of this browser. Opening it takes the wheel as soon as no other tab has it. */
export function useBulkRun(id: string): BulkRunState {
  const client = useQueryClient();
  const owner = useQuery({ ...sessionQuery, select: ownerOf }).data;
  const [stored, setStored] = useState<BulkRunState>({ state: "loading" });
  const driver = useStore(drivenRuns, (driven) => driven.get(id));
  const driven = useDrivenRun(driver);

  useEffect(() => showRun(id), [id]);

  useEffect(() => {
    if (owner === undefined) return;
    let current = true;
    const read = () =>
      loadRun(id).then(
        (run) => {
          // Runs of whoever else used this browser are none of this person's business.
          if (current)
            setStored(run?.owner === owner ? { state: "known", run, driver: undefined } : { state: "missing" });
        },
        (error: unknown) => {
          if (current) setStored({ state: "unreadable", message: String(error) });
        },
      );
    void read();
    const unsubscribe = subscribeToRuns((changed) => {
      if (changed === id && !drivenRuns.get().has(id)) void read();
    });
    return () => {
      current = false;
      unsubscribe();
    };
  }, [id, owner]);

  const drivable = stored.state === "known" && stored.run.status !== "draft" && driver === undefined;
  useEffect(() => {
    if (!drivable || !canDrive()) return;
    const leaving = new AbortController();
    void driveRun(id, client, leaving.signal);
    return () => leaving.abort();
  }, [id, client, drivable]);

  return driver && driven ? { state: "known", run: driven, driver } : stored;
}

function useDrivenRun(driver: RunDriver | undefined): BulkRun | undefined {
  const subscribe = useCallback((listener: () => void) => driver?.subscribe(listener) ?? (() => undefined), [driver]);
  return useSyncExternalStore(
    subscribe,
    () => driver?.run(),
    () => undefined,
  );
}
