import { useEffect, useRef, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** From this size on, selecting and sorting the whole fleet on every update costs more than it shows. */
const largeFleet = 1_000;
const largePauseMs = 1_000;

/**
 * Returns the rows to select and sort by. In a large fleet they follow the stream once a second; visible lines are
 * still live, because they are looked up by their Shoot on render.
 */
export function useSettledRows(rows: readonly FleetRow[] | undefined): readonly FleetRow[] | undefined {
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
