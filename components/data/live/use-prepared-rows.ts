import { startTransition, useEffect, useState } from "react";
import { runOnFirstUserActivity } from "#components/ui/state/run-on-first-user-activity.ts";
import { maxTimeSliceMs, TimeSlice } from "#components/ui/state/time-slice.ts";
import { whenIdle } from "#components/ui/state/when-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** Number of clusters from which values are computed in advance; smaller fleets cause no noticeable delay. */
const largeFleet = 1_000;

/** Whether work for all rows would block the page, so that it is done in time slices. */
export const isLarge = (rows: readonly FleetRow[] | undefined) => rows !== undefined && rows.length >= largeFleet;

/**
 * Computes, in time slices, the values that a page needs of every row of a large fleet. Otherwise the first filter,
 * sorting or calendar would block the page.
 * @param prepare computes and caches the values of one row; must be a stable function
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
      // The transition makes React render the rows in time slices, too.
      if (done) startTransition(() => setPrepared(rows));
    });
    return () => stop.abort();
  }, [rows, prepare]);
  return isLarge(rows) ? prepared : rows;
}

/** Longest wait in ms for an idle moment before the next time slice. */
const latestMs = 4_000;
/** Wait in ms after the rows have arrived if the user does nothing. */
const unattendedMs = 2_000;

/** Computes values of rows that are not on screen yet, while the page is idle. */
export function useRowsPreparedWhenIdle(
  rows: readonly FleetRow[] | undefined,
  prepare: (row: FleetRow) => unknown,
): void {
  useEffect(() => {
    if (rows === undefined || !isLarge(rows)) return;
    let at = 0;
    let callOff = runOnFirstUserActivity(() => {
      callOff = whenIdle(goOn, latestMs);
    }, unattendedMs);
    return () => callOff();

    function goOn(leftMs: number): void {
      if (leftMs < maxTimeSliceMs) {
        // Too little of this frame is left, as during scrolling or typing: wait for the next idle moment.
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

/** Prepares all rows in time slices. @returns whether all rows were prepared before the signal was aborted */
export async function prepareAll(
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
