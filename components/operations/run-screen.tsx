"use client";

import { SearchX } from "lucide-react";
import { Link } from "#components/ui/address/link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { text } from "#lib/language/text.ts";
import { PlanView } from "./plan-view.tsx";
import { RunView } from "./run-view.tsx";
import { useBulkRun } from "./use-bulk-run.ts";

/** One run over many clusters: its plan until it is confirmed, then its course. */
export function RunScreen({ id }: { readonly id: string }) {
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
