import { healthWords } from "#lib/fleet/fields/health.ts";
import { type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import type { FleetRow } from "../contract/fleet.ts";
import { heatMap, timeOfAll } from "./forecast/heat-map.ts";
import { forcedKinds, minorWithin30, queryBehind, queryOfMinorSoon, riskHistogram } from "./forecast/risk-histogram.ts";
import { stuckBoard, stuckCounts } from "./forecast/stuck-board.ts";
import { almanacOf } from "./overview/almanac-weeks.ts";
import { attentionGroups, queryOfGroup } from "./overview/attention.ts";

/** A number on a screen, and the query of the list that its link opens. */
export interface ShownNumber {
  readonly what: string;
  readonly number: number;
  readonly asked: FleetQuery;
}

interface Screen {
  /** The clusters that the query selects. */
  readonly rows: readonly FleetRow[];
  readonly query: FleetQuery;
  readonly now: number;
  readonly own?: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();

/** Every number on the overview and the forecast, with what its link asks for. */
export function listBehindAll({ rows, query, now, own = nobody }: Screen): readonly ShownNumber[] {
  const { overdue, weeks } = almanacOf(rows, { now, ends: undefined });
  const { bars, calm, without } = riskHistogram(rows, now);
  const map = heatMap(rows, "project", { now });
  const minor = minorWithin30(rows, now);
  const soon = queryOfMinorSoon(query, now);
  const stuck = stuckCounts(rows, now);
  const number = (what: string, count: number, asked: FleetQuery) => ({ what, number: count, asked });
  return [
    number("overdue", overdue, queryBehind(query, { time: "overdue" })),
    ...weeks.map(({ time, forced }) => number(`strip ${time}`, forced, queryBehind(query, { time }))),
    ...attentionGroups(rows, { now, own }).flatMap((group) => [
      number(`cause ${group.key}`, group.rows.length, queryOfGroup(query, group)),
      number(`cause ${group.key} in production`, group.production, queryOfGroup(query, group, true)),
    ]),
    ...Object.keys(healthWords).map((health) =>
      number(health, rows.filter((row) => row.health === health).length, withFilter(query, "status", [health])),
    ),
    ...bars.flatMap(({ bucket, time, counts, total }) => [
      number(`bar ${bucket}`, total, queryBehind(query, { time })),
      ...forcedKinds.map((kind) => number(`bar ${bucket} ${kind}`, counts[kind], queryBehind(query, { kind, time }))),
    ]),
    number("calm", calm, queryBehind(query, { time: "none" })),
    number(
      "without a forecast",
      [...without.values()].reduce((sum, count) => sum + count, 0),
      queryBehind(query, { time: "unknown" }),
    ),
    number("minor soon", minor.all, soon),
    number("minor soon in production", minor.production, withFilter(soon, "purpose", ["production"])),
    ...[...map.rows, map.totals].flatMap(({ name, counts, total }) => {
      const within = name === map.totals.name ? query : withFilter(query, "project", [name]);
      return [
        ...map.columns.map(({ time }, index) =>
          number(`week ${name} ${time}`, counts[index] ?? 0, withFilter(within, "forceIn", [time])),
        ),
        number(`weeks ${name}`, total, withFilter(within, "forceIn", [timeOfAll(map)])),
      ];
    }),
    ...stuckBoard(rows, now).map(({ key, clusters }) => number(key, clusters, withFilter(query, "deadend", [key]))),
    number("stuck", stuck.stuck, withFilter(query, "deadend", ["stuck"])),
    number("open", stuck.open, withFilter(query, "deadend", ["open", "-stuck"])),
  ];
}
