import type { FleetRow } from "#lib/contract/fleet.ts";
import { missingFilterValue } from "#lib/fleet/fields/field-values.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { type Message, message } from "#lib/language/text.ts";
import { queryOfRiskBar } from "../forecast/risk-histogram.ts";
import type { UpcomingWeeks } from "./almanac-weeks.ts";

/** Number on the overview, with the query for exactly the clusters that it counts. */
export interface OverviewNumber {
  readonly id: string;
  readonly label: Message;
  readonly count: number;
  readonly query: FleetQuery;
}

/** Large number on the overview with its parts. */
export interface LargeOverviewNumber extends OverviewNumber {
  readonly isBad: boolean;
  readonly parts: readonly OverviewNumber[];
}

const fixerLabels: readonly (readonly [fixer: string, label: Message])[] = [
  ["user", message("for owners")],
  ["operator", message("for the operator")],
  ["provider", message("for the provider")],
  ["gardener", message("for Gardener")],
];

/** Returns the three numbers of the overview: unhealthy clusters, overdue changes, and changes forced this week. */
export function overviewNumbersOf(
  rows: readonly FleetRow[],
  { query, weeks: { overdue, weeks } }: { readonly query: FleetQuery; readonly weeks: UpcomingWeeks },
): readonly LargeOverviewNumber[] {
  const unhealthy = rows.filter(({ health }) => health === "unhealthy");
  const ofUnhealthy = withFilter(query, "status", ["unhealthy"]);
  const fixers = fixerLabels.map(([fixer, label]) => ({
    ...{ id: fixer, label, query: withFilter(ofUnhealthy, "fixer", [fixer]) },
    count: unhealthy.filter((row) => row.fixer === fixer).length,
  }));
  const unnamed = {
    ...{ id: "nobody", label: message("nobody named") },
    ...{ count: unhealthy.filter(({ fixer }) => fixer === undefined).length },
    query: withFilter(ofUnhealthy, "fixer", [missingFilterValue]),
  };
  const { time = "", forced = 0, stuck = 0 } = weeks[0] ?? {};
  return [
    {
      ...{ id: "unhealthy", label: message("unhealthy"), count: unhealthy.length, query: ofUnhealthy, isBad: true },
      parts: [...fixers, unnamed].filter(({ count }) => count > 0),
    },
    {
      ...{
        id: "overdue",
        label: message("overdue"),
        count: overdue,
        query: queryOfRiskBar(query, { time: "overdue" }),
      },
      ...{ isBad: true, parts: [] },
    },
    {
      ...{ id: "this-week", label: message("forced this week"), count: forced, isBad: false },
      query: queryOfRiskBar(query, { kinds: forcedStepKinds, time }),
      parts: stuck === 0 ? [] : [stuckThisWeek(query, time, stuck)],
    },
  ];
}

function stuckThisWeek(query: FleetQuery, time: string, count: number): OverviewNumber {
  return { id: "stuck", label: message("stuck"), count, query: queryOfRiskBar(query, { kinds: deadEndKinds, time }) };
}
