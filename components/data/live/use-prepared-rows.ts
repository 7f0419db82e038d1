import { startTransition, useEffect, useState } from "react";
import { mostTurnMs, PageTurn } from "#components/ui/state/page-turn.ts";
import { whenAttended } from "#components/ui/state/when-attended.ts";
import { whenIdle } from "#components/ui/state/when-idle.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";

/** Fewer are worked out when they are asked for, and nobody notices. */
const largeFleet = 1_000;

const isLarge = (rows: readonly FleetRow[] | undefined) => rows !== undefined && rows.length >= largeFleet;

/**
 * Works out ahead, slice by slice, what a screen asks of every row of a large fleet: the first filter, order or calendar
 * would otherwise hold the page up. Rows that are prepared already should cost nothing.
 *
 * @param prepare keep its identity
 * @returns the rows, once they are prepared; until then those that were before them
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
      // What is drawn from them is drawn in slices as well.
      if (done) startTransition(() => setPrepared(rows));
    });
    return () => stop.abort();
  }, [rows, prepare]);
  return isLarge(rows) ? prepared : rows;
}

/** In a page that is never idle, so long after the slice before. */
const latestMs = 4_000;
/** Where nobody moves in the page, so long after the rows. */
const unattendedMs = 2_000;

/** Works out what nothing on screen asks for yet, while nothing on screen moves. */
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
      if (leftMs < mostTurnMs) {
        // A list is moving, or somebody types: what a frame leaves is the collector's.
        callOff = whenIdle(goOn, latestMs);
        return;
      }
      const turn = new PageTurn();
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

/** True when it came to the end. */
async function prepareAll(
  rows: readonly FleetRow[],
  prepare: (row: FleetRow) => unknown,
  signal: AbortSignal,
): Promise<boolean> {
  const turn = new PageTurn();
  await turn.next();
  for (const row of rows) {
    if (turn.isOver) await turn.next();
    if (signal.aborted) return false;
    prepare(row);
  }
  return !signal.aborted;
}
