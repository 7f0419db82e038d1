"use client";

import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { phaseWords } from "#lib/act/bulk/bulk-words.ts";
import { csvOf } from "#lib/act/bulk/run-csv.ts";

/** Saves what became of each cluster as a table. */
export function downloadResults(run: BulkRun): void {
  const lines = run.clusters.map(({ project, name, phase, attempt, sentAt, endedAt, message }) => [
    project,
    name,
    phaseWords[phase],
    String(attempt),
    instant(sentAt),
    instant(endedAt),
    message ?? "",
  ]);
  const text = csvOf([["project", "cluster", "state", "attempt", "sent", "ended", "message"], ...lines]);
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `almanac-run-${run.id}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

function instant(ms: number | undefined): string {
  return ms === undefined ? "" : new Date(ms).toISOString();
}
