import * as z from "zod/mini";
import { fieldAt } from "#lib/kube/field.ts";
import { ColumnError, ColumnReader } from "./columns/read-columns.ts";
import {
  type FleetHeaderLine,
  type FleetRow,
  type FleetSnapshot,
  fleetFormatVersion,
  fleetHeaderLineSchema,
  fleetRowSchema,
  rowsPerLine,
} from "./fleet.ts";

/** Thrown when another version of Almanac wrote the body. */
export class FleetFormatMismatchError extends Error {
  override readonly name = "OtherFormat";
}

/** Reads the lines of GET /api/fleet one by one. */
export class FleetReader {
  readonly #columns = new ColumnReader(fleetRowSchema);
  readonly #rows: FleetRow[] = [];
  #head: FleetHeaderLine | undefined;

  /**
   * Reads the next line. @throws FleetFormatMismatchError
   * @throws Error of another kind if the line is malformed
   */
  take(line: string): void {
    const read: unknown = JSON.parse(line);
    if (this.#head === undefined) {
      this.#head = headOf(read);
      return;
    }
    const left = this.#head.clusters - this.#rows.length;
    if (left <= 0) throw new ColumnError("more rows than the first line says");
    for (const row of this.#columns.read(read, Math.min(left, rowsPerLine))) if (isRow(row)) this.#rows.push(row);
  }

  /** Returns the complete fleet; undefined until all rows have been read. */
  whole(): FleetSnapshot | undefined {
    if (this.#head === undefined || this.#rows.length < this.#head.clusters) return undefined;
    const { cursor, freshness, scope } = this.#head;
    return { cursor, freshness, scope, rows: this.#rows };
  }
}

/**
 * Reads a complete response to GET /api/fleet in one go, for callers that may block meanwhile.
 *
 * @throws FleetFormatMismatchError
 * @throws Error of another kind if the body is malformed or incomplete
 */
export function readEntireFleet(body: string): FleetSnapshot {
  const reader = new FleetReader();
  for (const line of body.split("\n")) if (line !== "") reader.take(line);
  const fleet = reader.whole();
  if (fleet === undefined) throw new ColumnError("the body broke off");
  return fleet;
}

function headOf(read: unknown): FleetHeaderLine {
  if (fieldAt(read, "format") !== fleetFormatVersion) throw new FleetFormatMismatchError();
  return z.parse(fleetHeaderLineSchema, read);
}

/** Type guard for a row whose fields were already validated against the schema when they were read. */
function isRow(value: unknown): value is FleetRow {
  return value !== undefined;
}
