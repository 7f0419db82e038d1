import { useEffect, useRef, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** Number of clusters from which the rows are updated only once a second for filtering and sorting. */
const largeFleet = 1_000;
const largePauseMs = 1_000;

/**
 * Returns the rows for filtering and sorting. In a large fleet they are updated only once a second; visible lines are
 * still live, because each looks up its own row when rendered.
 */
export function useThrottledFleetRows(rows: readonly FleetRow[] | undefined): readonly FleetRow[] | undefined {
  const [settled, setSettled] = useState(rows);
  const settledAt = useRef(0);
  const direct = rows === undefined || settled === undefined || rows.length < largeFleet;
  useEffect(() => {
    if (direct) {
      setSettled(rows);
      return;
    }
    const wait = Math.max(0, settledAt.current + largePauseMs - performance.now());
    const timer = setTimeout(() => {
      settledAt.current = performance.now();
      setSettled(rows);
    }, wait);
    return () => clearTimeout(timer);
  }, [rows, direct]);
  return direct ? rows : settled;
}
