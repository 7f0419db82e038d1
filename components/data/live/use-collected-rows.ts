import { startTransition, useEffect, useMemo, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { isLarge, prepareAll } from "./use-prepared-rows.ts";

interface RowCollector<Result> {
  add(row: FleetRow): void;
  /** Result of all rows that were added. */
  result(): Result;
}

/**
 * Collects a result from all rows: of a large fleet in time slices, because it would block the page.
 * @param create makes a collector without rows; must be a stable function
 * @returns the result; while it is computed in slices, the previous one, at first undefined
 */
export function useCollectedRows<Result>(
  rows: readonly FleetRow[],
  create: () => RowCollector<Result>,
): Result | undefined {
  const [collected, setCollected] = useState<Result>();
  const atOnce = useMemo(() => {
    if (isLarge(rows)) return undefined;
    const collector = create();
    for (const row of rows) collector.add(row);
    return { result: collector.result() };
  }, [rows, create]);
  useEffect(() => {
    if (!isLarge(rows)) return;
    const stop = new AbortController();
    const collector = create();
    void prepareAll(rows, (row) => collector.add(row), stop.signal).then((done) => {
      if (!done) return;
      const result = collector.result();
      startTransition(() => setCollected(result));
    });
    return () => stop.abort();
  }, [rows, create]);
  return atOnce === undefined ? collected : atOnce.result;
}
