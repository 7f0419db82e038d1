import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { viewLimits } from "#lib/contract/view-limits.ts";
import type { FleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { countFilterValues, createQueryTest } from "#lib/fleet/filter-fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { currentProcessorTimeBudget } from "#server/processor-time/processor-time-budget.ts";
import { forEachInTimeSlices } from "#server/processor-time/time-slices.ts";

const longestValue = 200;

/**
 * Selects the rows of the cluster list that match a view's query, in time slices because there can be ten thousand
 * rows.
 */
export async function selectRows(
  rows: readonly FleetRow[],
  query: FleetQuery,
  context: FleetContext,
): Promise<readonly FleetRow[]> {
  rejectLongQuery(query);
  await currentProcessorTimeBudget()?.requireLeft();
  const selected: FleetRow[] = [];
  const isAsked = createQueryTest(query, context);
  await forEachInTimeSlices(rows, (row) => {
    if (isAsked(row)) selected.push(row);
  });
  return selected;
}

/** @throws ProblemError when a query has too many or too long values: every row is compared with each of them */
export function rejectLongQuery(query: FleetQuery | undefined): void {
  if (query === undefined) return;
  const values = countFilterValues(query);
  if (values > viewLimits.values) {
    const detail = text(
      "A view may ask for at most {mostValues} values in its filters, and this one asks for {values}.",
      { mostValues: viewLimits.values, values },
    );
    throw new ProblemError("invalid-request", { detail });
  }
  const long = [...query.filters].find(([, asked]) => asked.some((value) => value.length > longestValue));
  if (long === undefined) return;
  const detail = text("A value in a filter may have at most {longestValue} characters, and one of {value} has more.", {
    longestValue,
    value: long[0],
  });
  throw new ProblemError("invalid-request", { detail });
}
