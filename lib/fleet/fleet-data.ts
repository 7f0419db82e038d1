import type { FleetFreshness, FleetRow, FleetSnapshot, RowUpdate } from "#lib/contract/fleet.ts";
import type { StreamFrame } from "#lib/contract/stream.ts";
import { areRowsComplete } from "./are-rows-complete.ts";

/** Frames of the event stream that carry data; the other frames are about the connection. */
type DataFrame = Extract<StreamFrame, { type: "change" | "freshness" | "scope" }>;

export function isDataFrame(frame: StreamFrame): frame is DataFrame {
  return frame.type === "change" || frame.type === "freshness" || frame.type === "scope";
}

/**
 * Applies a frame of the event stream to the fleet. Unchanged rows keep their object identity, so that lists only
 * re-render changed rows. A frame without a previously read fleet is ignored.
 */
export function applyStreamFrame(fleet: FleetSnapshot | undefined, frame: DataFrame): FleetSnapshot | undefined {
  switch (frame.type) {
    case "change":
      return fleet && { ...fleet, cursor: frame.cursor, rows: mergeRows(fleet.rows, frame) };
    case "freshness":
      return fleet && { ...fleet, freshness: freshnessHere(fleet, frame.freshness) };
    case "scope":
      return fleet && { ...fleet, scope: frame.scope };
    default:
      frame satisfies never;
      return fleet;
  }
}

/** Removes `keptSince` if this page has no complete rows: a server that still reads the garden cannot confirm them. */
function freshnessHere(fleet: FleetSnapshot, told: FleetFreshness): FleetFreshness {
  return areRowsComplete(fleet.freshness) || told.state !== "loading" ? told : { state: told.state, parts: told.parts };
}

/** Replaces the fleet by one that was read again. Equal rows keep their object identity. */
export function replaceFleetSnapshot(fleet: FleetSnapshot | undefined, read: FleetSnapshot): FleetSnapshot {
  return { ...read, rows: keepIdentity(fleet?.rows ?? [], read.rows) };
}

/** Returns the row with the changed fields of an update applied. */
export function applyRowUpdate(row: FleetRow, { set, unset }: RowUpdate): FleetRow {
  const next = Object.assign({ ...row }, set);
  for (const field of unset) Reflect.deleteProperty(next, field);
  return next;
}

/** Merges a frame's changed rows. Updates of unknown rows are skipped; the server sends the full row afterwards. */
function mergeRows(
  rows: readonly FleetRow[],
  { upserts, updates, removes }: Extract<DataFrame, { type: "change" }>,
): FleetRow[] {
  const changed = new Map(upserts.map((row) => [row.uid, row]));
  const differing = new Map(updates.map((update) => [update.uid, update]));
  const gone = new Set(removes);
  const merged: FleetRow[] = [];
  for (const row of rows) {
    const next = changed.get(row.uid);
    const update = differing.get(row.uid);
    changed.delete(row.uid);
    if (next) merged.push(next);
    else if (!gone.has(row.uid)) merged.push(update ? applyRowUpdate(row, update) : row);
  }
  return [...merged, ...changed.values()];
}

function keepIdentity(held: readonly FleetRow[], rows: readonly FleetRow[]): FleetRow[] {
  const byUid = new Map(held.map((row) => [row.uid, row]));
  return rows.map((row) => {
    const known = byUid.get(row.uid);
    // A row may change at the same resource version, by a profile change or with time, so its JSON is compared.
    return known?.resourceVersion === row.resourceVersion && JSON.stringify(known) === JSON.stringify(row)
      ? known
      : row;
  });
}
