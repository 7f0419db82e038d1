"use client";

import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import { loadRun } from "#components/data/storage/bulk-store.ts";
import { refetchRunsOnWrite } from "#components/data/storage/refetch-runs-on-write.ts";
import { ownerKeyOfBulkRuns } from "#components/data/storage/start-bulk.ts";
import { browserStorageQueryOptions } from "#components/data/storage/use-runs.ts";
import { Link } from "#components/ui/address/link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useStateStore } from "#components/ui/state/store.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { text } from "#lib/language/text.ts";
import { canExecuteBulkRuns, executeRunWhenUnlocked, registerShownRun, runDriversOfTab } from "./driven-runs.ts";
import { PlanView } from "./plan-view.tsx";
import type { RunDriver } from "./run-driver.ts";
import { RunView } from "./run-view.tsx";

const StagedRunContent = lazyComponent(async () => (await import("./staged-run-content.tsx")).StagedRunContent);

/** Page of one run: one that a project keeps, if the address names it, or one of this browser. */
export function RunPageContent({ id }: { readonly id: string }) {
  const project = useSearchParams().get("project");
  return project === null ? <OwnRunContent id={id} /> : <StagedRunContent id={id} project={project} />;
}

/** A bulk run of this browser: its plan until the plan is confirmed, then its progress. */
function OwnRunContent({ id }: { readonly id: string }) {
  const known = useBulkRun(id);
  return (
    <div className="scrollbar-thin relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4 sm:px-6">
      <p className="text-sm text-tertiary">
        <Link href="/operations" className="rounded-tag hover:text-link hover:underline">
          {text("Operations")}
        </Link>
        <span aria-hidden> / </span>
        {known.state === "known" && known.run.status === "draft"
          ? text("Plan", {}, "bulk run")
          : text("Run", {}, "bulk run")}
      </p>
      {known.state === "loading" && <Skeleton className="h-64 rounded-card" />}
      {known.state === "missing" && (
        <EmptyState
          heading="h1"
          icon={<SearchX />}
          title={text("Run not found")}
          action={
            <Link href="/operations" className="text-base font-medium text-link hover:underline">
              {text("All operations")}
            </Link>
          }
        >
          {text("A run is kept only in the browser in which it was planned, for the person who planned it.")}
        </EmptyState>
      )}
      {known.state === "unreadable" && (
        <EmptyState heading="h1" title={text("This browser could not read the run")}>
          {known.message}
        </EmptyState>
      )}
      {known.state === "known" &&
        (known.run.status === "draft" ? (
          <PlanView run={known.run} />
        ) : (
          <RunView run={known.run} driver={known.driver} />
        ))}
    </div>
  );
}

type BulkRunState =
  | { readonly state: "loading" }
  | { readonly state: "missing" }
  | { readonly state: "unreadable"; readonly message: string }
  | {
      readonly state: "known";
      readonly run: BulkRun;
      /** Undefined if another tab executes the run, or if no tab can. */
      readonly driver: RunDriver | undefined;
    };

/** Returns a bulk run stored in this browser, and executes it as soon as no other tab does. */
function useBulkRun(id: string): BulkRunState {
  const client = useQueryClient();
  const owner = useQuery({ ...sessionQuery, select: ownerKeyOfBulkRuns }).data;
  const driver = useStateStore(runDriversOfTab, (driven) => driven.get(id));
  const driven = useDrivenRun(driver);

  useEffect(() => registerShownRun(id), [id]);

  const { data, error } = useQuery({
    ...browserStorageQueryOptions,
    queryKey: ["runs", owner, id],
    // Runs of other users of this browser must not be shown.
    queryFn:
      owner === undefined ? skipToken : () => loadRun(id).then((run) => (run?.owner === owner ? run : "missing")),
  });
  const stored = storedState(data, error);
  useEffect(() => {
    const concerns = (changed: string) => changed === id && !runDriversOfTab.get().has(id);
    return refetchRunsOnWrite(client, { queryKey: ["runs", owner, id], concerns });
  }, [client, owner, id]);

  const drivable = stored.state === "known" && stored.run.status !== "draft" && driver === undefined;
  useEffect(() => {
    if (!drivable || !canExecuteBulkRuns()) return;
    const leaving = new AbortController();
    void executeRunWhenUnlocked(id, client, leaving.signal);
    return () => leaving.abort();
  }, [id, client, drivable]);

  return driver && driven ? { state: "known", run: driven, driver } : stored;
}

function storedState(read: BulkRun | "missing" | undefined, error: Error | null): BulkRunState {
  if (error !== null) return { state: "unreadable", message: String(error) };
  if (read === undefined) return { state: "loading" };
  return read === "missing" ? { state: "missing" } : { state: "known", run: read, driver: undefined };
}

function useDrivenRun(driver: RunDriver | undefined): BulkRun | undefined {
  const subscribe = useCallback((listener: () => void) => driver?.subscribe(listener) ?? (() => undefined), [driver]);
  return useSyncExternalStore(
    subscribe,
    () => driver?.run(),
    () => undefined,
  );
}
