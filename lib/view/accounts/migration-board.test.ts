import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { emptyFleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow as now, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { utcClock } from "#lib/words/clock.ts";
import { exportClustersToMove } from "../export/account-files.ts";
import { formatListCsv } from "../export/list-files.ts";
import { createMigrationCollector, type MigrationBoard, migrationListHref } from "./migration-board.ts";
import { describeMigration } from "./migration-descriptions.ts";

function toMove(name: string, inDays: number | undefined, differs: Partial<FleetRow> = {}): FleetRow {
  const step = inDays === undefined ? undefined : sampleForcedStep(inDays);
  const forecast = sampleRowForecast(step && { replacesSecretBinding: step });
  return sampleFleetRow({ uid: name, name, secretBinding: "account", forecast, ...differs });
}

const overdue = sampleRowForecast({ replacesSecretBinding: sampleForcedStep(0, { overdue: true }) });
const rows: readonly FleetRow[] = [
  toMove("later", 120, { project: "shop" }),
  toMove("soon", 5, { project: "shop" }),
  toMove("late", 0, { project: "pay", forecast: overdue }),
  toMove("never", undefined, { project: "lake" }),
  toMove("unforeseen", undefined, { project: "lake", forecast: sampleRowForecast({ without: "no-profile" }) }),
  toMove("going", 5, { project: "shop", deletionRequestedAt: "2026-11-24T10:00:00Z" }),
  sampleFleetRow({ uid: "moved", name: "moved", project: "shop" }),
];

function boardOf(all: readonly FleetRow[]): MigrationBoard {
  const collector = createMigrationCollector(now);
  for (const row of all) collector.add(row);
  return collector.result();
}

const namesOf = (board: Pick<MigrationBoard, "clusters">) => board.clusters.map(({ row }) => row.name);

describe("the board of SecretBindings", () => {
  test("lists who has to move, the most urgent first, and nobody that has moved or goes away", () => {
    const board = boardOf(rows);
    expect(namesOf(board)).toEqual(["late", "soon", "later", "never", "unforeseen"]);
    expect(board.projects.map(({ project }) => project)).toEqual(["pay", "shop", "lake"]);
  });

  test("has numbers that equal the lists behind them", () => {
    const { buckets, projects, clusters } = boardOf(rows);
    const listed = (href: string) => {
      const query = parseFleetQuery(new URL(href, "http://localhost").searchParams);
      return filterFleet(rows, query, createFleetContext(now)).length;
    };
    expect(buckets.map(({ bucket }) => bucket)).toEqual(["overdue", "0d..7d", "91d..180d", "none", "unknown"]);
    for (const { bucket, clusters: count } of buckets)
      expect([bucket, listed(migrationListHref(emptyFleetQuery, bucket))]).toEqual([bucket, count]);
    for (const { project, clusters: own } of projects)
      expect(listed(migrationListHref(emptyFleetQuery, "1", project))).toBe(own.length);
    expect(listed(migrationListHref(emptyFleetQuery, "1"))).toBe(clusters.length);
    expect(listed("/clusters?secretBinding=0")).toBe(1);
    expect(listed("/clusters?secretBinding=next-year")).toBe(0);
  });

  test("says how many have to move, and which comes first", () => {
    const time = { clock: utcClock, now };
    expect(describeMigration(boardOf(rows), time)).toBe(
      "5 clusters in 3 projects still use a SecretBinding. The first is replaced by Gardener: pay/late, 24 Nov with 1.34.1, overdue.",
    );
    expect(describeMigration(boardOf(rows.slice(3, 4)), time)).toBe(
      "1 cluster in 1 project still uses a SecretBinding.",
    );
    expect(describeMigration(boardOf([]), time)).toBe("No cluster uses a SecretBinding.");
  });

  test("is exported with a line for each cluster", () => {
    const csv = formatListCsv(exportClustersToMove(boardOf(rows).clusters, { filter: "", now }));
    expect(csv.trim().split(/\r?\n/)).toHaveLength(6);
    expect(csv).toContain("pay,late,account,");
  });
});
