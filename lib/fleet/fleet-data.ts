import type { FleetRow, FleetSnapshot, Freshness, RowUpdate } from "#lib/contract/fleet.ts";
import type { StreamFrame } from "#lib/contract/stream.ts";
import { isKnown } from "./is-known.ts";

/** Frames that carry data; the others are about the connection. */
type DataFrame = Extract<StreamFrame, { type: "change" | "freshness" | "scope" }>;

export function isDataFrame(frame: StreamFrame): frame is DataFrame {
  return frame.type === "change" || frame.type === "freshness" || frame.type === "scope";
}

/**
 * Applies a frame to the fleet. Unchanged rows keep their identity, so that lists only re-render what changed. A change
 * without a fleet is ignored, because a stream continues from a fleet that was read.
 */
export function applyFrame(fleet: FleetSnapshot | undefined, frame: DataFrame): FleetSnapshot | undefined {
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

/** Drops `keptSince` if this page has no complete rows: a server that is still reading cannot vouch for them. */
function freshnessHere(fleet: FleetSnapshot, told: Freshness): Freshness {
  return isKnown(fleet.freshness) || told.state !== "loading" ? told : { state: told.state, parts: told.parts };
}

/** Replaces the fleet by one that was read again. Equal rows keep their identity here too. */
export function renewFleet(fleet: FleetSnapshot | undefined, read: FleetSnapshot): FleetSnapshot {
  return { ...read, rows: keepIdentity(fleet?.rows ?? [], read.rows) };
}

/** Returns the row with an update applied. */
export function updatedRow(row: FleetRow, { set, unset }: RowUpdate): FleetRow {
  const next = Object.assign({ ...row }, set);
  for (const field of unset) Reflect.deleteProperty(next, field);
  return next;
}

/** Updates of unknown rows are skipped; the whole row follows, because a client further behind joined the stream. */
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
    else if (!gone.has(row.uid)) merged.push(update ? updatedRow(row, update) : row);
  }
  return [...merged, ...changed.values()];
}

function keepIdentity(held: readonly FleetRow[], rows: readonly FleetRow[]): FleetRow[] {
  const byUid = new Map(held.map((row) => [row.uid, row]));
  return rows.map((row) => {
    const known = byUid.get(row.uid);
    // The same version may render differently after a profile change or an hour, so the JSON decides.
    return known?.resourceVersion === row.resourceVersion && JSON.stringify(known) === JSON.stringify(row)
      ? known
      : row;
  });
}
