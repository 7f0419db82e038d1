import { useEffect, useRef, useState } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** From this size on, selecting and ordering the whole fleet on every tick would cost more than it shows. */
const largeFleet = 1_000;
const largePauseMs = 1_000;

/**
 * The rows to select and order by. In a large fleet they follow the stream once a second; the lines on screen are live
 * all the same, because they are looked up by their Shoot when they are drawn.
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
