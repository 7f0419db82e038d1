import { ColumnWriter } from "./columns/write-columns.ts";
import { type FleetSnapshot, fleetFormat, rowsPerLine } from "./fleet.ts";

/** Lines of GET /api/fleet, generated one by one: each takes a few milliseconds. */
export function* generateFleetLines({ rows, ...head }: FleetSnapshot): Generator<string, void> {
  yield JSON.stringify({ format: fleetFormat, ...head, clusters: rows.length });
  const writer = new ColumnWriter();
  for (let at = 0; at < rows.length; at += rowsPerLine)
    yield JSON.stringify(writer.write(rows.slice(at, at + rowsPerLine)));
}
