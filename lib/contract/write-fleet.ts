import { ColumnWriter } from "./columns/write-columns.ts";
import { type FleetSnapshot, fleetFormatVersion, rowsPerLine } from "./fleet.ts";

/** Generates the lines of the response to GET /api/fleet one by one, because each takes a few milliseconds. */
export function* generateFleetLines({ rows, ...head }: FleetSnapshot): Generator<string, void> {
  yield JSON.stringify({ format: fleetFormatVersion, ...head, clusters: rows.length });
  const writer = new ColumnWriter();
  for (let at = 0; at < rows.length; at += rowsPerLine)
    yield JSON.stringify(writer.write(rows.slice(at, at + rowsPerLine)));
}
