import "server-only";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ReportedCluster } from "#lib/contract/forecast.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { formatFleetQuery, parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { failedMaintenanceOf } from "#lib/forecast/failed-maintenance-of.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import { reportForecast } from "#lib/forecast/report-forecast.ts";
import { maintenanceChangesSpecOnly } from "#lib/forecast/spec-only.ts";
import { utcClock } from "#lib/words/clock.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import { versionStageLookup } from "#server/fleet/profile-reader.ts";
import { selectRows } from "#server/fleet/select-rows.ts";
import { TimeSlices } from "#server/processor-time/time-slices.ts";
import type { ServerClock } from "#server/watch/clock.ts";

/** The clusters that a query selects within a user's scope. */
export interface SelectedClusters {
  readonly rows: readonly FleetRow[];
  /** The query of the cluster list in canonical form. */
  readonly query: string;
  readonly generatedAt: number;
  readonly horizonAt: number;
}

/**
 * Full forecasts of many clusters as JSON. A full forecast is computed on first request, and its JSON is cached until
 * the cluster's forecast is recomputed.
 */
export class ForecastReports {
  readonly #fleet: Fleet;
  readonly #clock: ServerClock;
  readonly #kept = new Map<string, { readonly stamp: number; readonly about: string; readonly json: string }>();

  constructor(fleet: Fleet, clock: ServerClock) {
    this.#fleet = fleet;
    this.#clock = clock;
  }

  async select(scope: UserScope, params: URLSearchParams): Promise<SelectedClusters> {
    const query = parseFleetQuery(params);
    const now = this.#clock.wallMs();
    const rows = await selectRows(this.#fleet.store.rows(scope), query, createFleetContext(now, utcClock));
    return { rows, query: formatFleetQuery(query), generatedAt: now, horizonAt: forecastHorizon(now) };
  }

  /** The forecast of each cluster as JSON text. */
  async texts(rows: readonly FleetRow[], signal: AbortSignal): Promise<readonly string[]> {
    const texts: string[] = [];
    const slices = new TimeSlices(signal);
    for (const row of rows) {
      if (slices.isOver()) await slices.pause();
      const stamp = this.#fleet.forecastStampOf(row.uid);
      const kept = this.#kept.get(row.uid);
      const about = JSON.stringify([row.endsAt, maintenanceChangesSpecOnly(row), failedMaintenanceOf(row)]);
      if (kept !== undefined && kept.stamp === stamp && kept.about === about) {
        texts.push(kept.json);
        continue;
      }
      const cluster = this.#make(row);
      // The cluster was deleted meanwhile.
      if (cluster === undefined || stamp === undefined) continue;
      const json = JSON.stringify(cluster);
      this.#kept.set(row.uid, { stamp, about, json });
      texts.push(json);
    }
    slices.end();
    this.#forgetGone();
    return texts;
  }

  #make(row: FleetRow): ReportedCluster | undefined {
    const made = this.#fleet.forecastOf(row.uid);
    if (made === undefined) return undefined;
    const { forecast, at, reader, rootProfile } = made;
    const profile = rootProfile === undefined ? {} : { profile: rootProfile };
    return reportForecast(row, forecast, { now: at, stageOf: versionStageLookup(reader), ...profile });
  }

  #forgetGone(): void {
    if (this.#kept.size <= this.#fleet.store.size) return;
    for (const uid of this.#kept.keys()) if (this.#fleet.forecastStampOf(uid) === undefined) this.#kept.delete(uid);
  }
}
