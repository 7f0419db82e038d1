import { startTransition, useEffect, useState } from "react";
import { maxTimeSliceMs, TimeSlice } from "#components/ui/state/time-slice.ts";
import { whenAttended } from "#components/ui/state/when-attended.ts";
import { whenIdle } from "#components/ui/state/when-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** Smaller fleets are computed on demand without a noticeable delay. */
const largeFleet = 1_000;

const isLarge = (rows: readonly FleetRow[] | undefined) => rows !== undefined && rows.length >= largeFleet;

/**
 * Computes ahead, in slices, what a screen needs of every row of a large fleet: the first filter, sort or calendar
 * would otherwise block the page. Rows already prepared should cost nothing.
 *
 * @param prepare must keep its identity
 * @returns the rows once they are prepared; until then the previous ones
 */
export function usePreparedRows(
  rows: readonly FleetRow[] | undefined,
  prepare: (row: FleetRow) => unknown,
): readonly FleetRow[] | undefined {
  const [prepared, setPrepared] = useState<readonly FleetRow[]>();
  useEffect(() => {
    if (rows === undefined || !isLarge(rows)) return;
    const stop = new AbortController();
    void prepareAll(rows, prepare, stop.signal).then((done) => {
      // Their rendering is sliced as well.
      if (done) startTransition(() => setPrepared(rows));
    });
    return () => stop.abort();
  }, [rows, prepare]);
  return isLarge(rows) ? prepared : rows;
}

/** Longest wait after the previous slice on a page that is never idle. */
const latestMs = 4_000;
/** Wait after the rows arrived when the user is inactive. */
const unattendedMs = 2_000;

/** Prepares rows that are not on screen yet, while the page is idle. */
export function useRowsPreparedWhenIdle(
  rows: readonly FleetRow[] | undefined,
  prepare: (row: FleetRow) => unknown,
): void {
  useEffect(() => {
    if (rows === undefined || !isLarge(rows)) return;
    let at = 0;
    let callOff = whenAttended(() => {
      callOff = whenIdle(goOn, latestMs);
    }, unattendedMs);
    return () => callOff();

    function goOn(leftMs: number): void {
      if (leftMs < maxTimeSliceMs) {
        // While a list scrolls or the user types, the rest of a frame is left to garbage collection.
        callOff = whenIdle(goOn, latestMs);
        return;
      }
      const turn = new TimeSlice();
      for (; at < (rows?.length ?? 0); at += 1) {
        const row = rows?.[at];
        if (turn.isOver) {
          callOff = whenIdle(goOn, latestMs);
          return;
        }
        if (row !== undefined) prepare(row);
      }
    }
  }, [rows, prepare]);
}

/** Resolves to true if it completed. */
async function prepareAll(
  rows: readonly FleetRow[],
  prepare: (row: FleetRow) => unknown,
  signal: AbortSignal,
): Promise<boolean> {
  const turn = new TimeSlice();
  await turn.next();
  for (const row of rows) {
    if (turn.isOver) await turn.next();
    if (signal.aborted) return false;
    prepare(row);
  }
  return !signal.aborted;
}
