import "server-only";
import { setImmediate } from "node:timers/promises";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetContext } from "#lib/fleet/fields/fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "../boundary/problem.ts";

/** Every row is held against every value: far more than anybody ticks, and few enough for ten thousand rows. */
const mostValues = 200;
const longestValue = 200;
/** Rows per turn of the event loop. */
const sliceSize = 500;

/**
 * The rows that a query of a view selects. Others are served in between: a fleet may have ten thousand rows. Rejects with
 * a ProblemError where the query asks for more values than a view may.
 */
export async function selectRows(
  rows: readonly FleetRow[],
  query: FleetQuery,
  context: FleetContext,
): Promise<readonly FleetRow[]> {
  refuseLongQuery(query);
  const selected: FleetRow[] = [];
  for (let begin = 0; begin < rows.length; begin += sliceSize) {
    if (begin > 0) await setImmediate();
    const slice = rows.slice(begin, begin + sliceSize);
    for (const row of filterFleet(slice, query, context)) selected.push(row);
  }
  return selected;
}

function refuseLongQuery({ filters }: FleetQuery): void {
  const values = [...filters.values()].flat();
  if (values.length > mostValues) {
    const detail = text(
      "A view may ask for at most {mostValues} values in its filters, and this one asks for {values}.",
      { mostValues, values: values.length },
    );
    throw new ProblemError("invalid-request", { detail });
  }
  const long = [...filters].find(([, asked]) => asked.some((value) => value.length > longestValue));
  if (long === undefined) return;
  const detail = text("A value in a filter may have at most {longestValue} characters, and one of {value} has more.", {
    longestValue,
    value: long[0],
  });
  throw new ProblemError("invalid-request", { detail });
}
