import type { FleetRow } from "#lib/contract/fleet.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { type Message, message } from "#lib/language/text.ts";
import { queryOfBar } from "../forecast/risk-histogram.ts";
import type { UpcomingWeeks } from "./almanac-weeks.ts";

/** A number with the query of exactly the clusters that it counts. */
export interface KeyNumber {
  readonly id: string;
  readonly label: Message;
  readonly count: number;
  readonly query: FleetQuery;
}

/** A large number of the overview, and parts of it. */
export interface LargeNumber extends KeyNumber {
  readonly isBad: boolean;
  readonly parts: readonly KeyNumber[];
}

const fixerLabels: readonly (readonly [fixer: string, label: Message])[] = [
  ["user", message("for owners")],
  ["operator", message("for the operator")],
  ["provider", message("for the provider")],
];

/** Returns the three numbers of the overview: unhealthy clusters, overdue changes, and changes forced this week. */
export function keyNumbers(
  rows: readonly FleetRow[],
  { query, weeks: { overdue, weeks } }: { readonly query: FleetQuery; readonly weeks: UpcomingWeeks },
): readonly LargeNumber[] {
  const unhealthy = rows.filter(({ health }) => health === "unhealthy");
  const ofUnhealthy = withFilter(query, "status", ["unhealthy"]);
  const fixers = fixerLabels.map(([fixer, label]) => ({
    ...{ id: fixer, label, query: withFilter(ofUnhealthy, "fixer", [fixer]) },
    count: unhealthy.filter((row) => row.fixer === fixer).length,
  }));
  const { time = "", forced = 0, stuck = 0 } = weeks[0] ?? {};
  return [
    {
      ...{ id: "unhealthy", label: message("unhealthy"), count: unhealthy.length, query: ofUnhealthy, isBad: true },
      parts: fixers.filter(({ count }) => count > 0),
    },
    {
      ...{ id: "overdue", label: message("overdue"), count: overdue, query: queryOfBar(query, { time: "overdue" }) },
      ...{ isBad: true, parts: [] },
    },
    {
      ...{ id: "this-week", label: message("forced this week"), count: forced, isBad: false },
      query: queryOfBar(query, { kinds: forcedStepKinds, time }),
      parts: stuck === 0 ? [] : [stuckThisWeek(query, time, stuck)],
    },
  ];
}

function stuckThisWeek(query: FleetQuery, time: string, count: number): KeyNumber {
  return { id: "stuck", label: message("stuck"), count, query: queryOfBar(query, { kinds: deadEndKinds, time }) };
}
