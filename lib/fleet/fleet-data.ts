import type { FleetRow, FleetSnapshot, Freshness, RowUpdate } from "#lib/contract/fleet.ts";
import type { StreamFrame } from "#lib/contract/stream.ts";
import { isKnown } from "./is-known.ts";

/** The frames that carry data; the others are about the connection. */
type DataFrame = Extract<StreamFrame, { type: "change" | "freshness" | "scope" }>;

export function isDataFrame(frame: StreamFrame): frame is DataFrame {
  return frame.type === "change" || frame.type === "freshness" || frame.type === "scope";
}

/**
 * The fleet after a frame. Rows that did not change keep their identity, so that lists repaint only what moved. A change
 * without a fleet to apply it to is ignored: a stream goes on from a fleet that was read.
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

/** A server that still reads does not know whether what this page keeps was all that there was. */
function freshnessHere(fleet: FleetSnapshot, told: Freshness): Freshness {
  return isKnown(fleet.freshness) || told.state !== "loading" ? told : { state: told.state, parts: told.parts };
}

/** The fleet as it was read anew. Rows that are the same keep their identity here too. */
export function renewFleet(fleet: FleetSnapshot | undefined, read: FleetSnapshot): FleetSnapshot {
  return { ...read, rows: keepIdentity(fleet?.rows ?? [], read.rows) };
}

/** The row after an update of it. */
export function updatedRow(row: FleetRow, { set, unset }: RowUpdate): FleetRow {
  const next = Object.assign({ ...row }, set);
  for (const field of unset) Reflect.deleteProperty(next, field);
  return next;
}

/** What is told of a row that is not there will come whole: somebody further back joined the stream. */
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
    // The same version may be shown differently after a profile changed or an hour passed, so the text decides.
    return known?.resourceVersion === row.resourceVersion && JSON.stringify(known) === JSON.stringify(row)
      ? known
      : row;
  });
}
