import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { type GardenerRules, likelyGardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import {
  type MaintenanceRun,
  simulateMaintenanceRun,
  specAfterMaintenanceRun,
} from "#lib/policy/maintenance/maintain-shoot.ts";
import { forecastWindow } from "#lib/policy/next/forecast-window.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { describeDifferences } from "./differences.ts";
import { waitUntilTrue } from "./eventually.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";
import { gardenGroup, listGardenObjects, profilesOf } from "./garden-objects.ts";
import type { GardenerBuild } from "./release.ts";

/** Almanac's forecast for one cluster, compared with the result of Gardener's maintenance. */
export interface ForecastResult {
  readonly shoot: string;
  /** Differences; empty if the result is exactly as forecast. */
  readonly differences: readonly string[];
  /** Outcome of the forecast maintenance run. */
  readonly outcome: "nothing" | "updated" | "refused";
  readonly lastMaintenance: string;
}

interface Foreseen {
  readonly before: Shoot;
  readonly spec: ShootSpec;
  readonly outcome: ForecastResult["outcome"];
}

/**
 * Forecasts the next maintenance run of every cluster that can be maintained, lets gardener-controller-manager run it,
 * and compares the results.
 */
export async function compareForecasts(
  admin: GardenAccess,
  { version, featureGates }: GardenerBuild,
): Promise<readonly ForecastResult[]> {
  const edition = parseGardenerRelease(version);
  const rules = likelyGardenerRules({ gardenlet: edition, apiServer: edition, gates: featureGates });
  const profileOf = await profilesOf(admin);
  const before = (await listGardenObjects<Shoot>(admin, "shoots")).filter(mayBeMaintained);
  const foreseen = new Map<string, Foreseen>();
  for (const shoot of before) {
    const now = Date.now();
    const run = simulateMaintenanceRun(shoot, profileOf(shoot), { now, rules });
    // The API server refuses a maintenance run completely, e.g. while a cluster wakes up; no version changes then.
    const isRefused = isRefusedAsWhole(shoot, { now, rules });
    foreseen.set(keyOf(shoot), {
      before: shoot,
      spec: isRefused ? shoot.spec : specAfterMaintenanceRun(shoot.spec, run),
      outcome: isRefused ? "refused" : outcomeOf(run),
    });
  }
  for (const shoot of before) await maintain(admin, shoot);
  let after: readonly Shoot[] = [];
  await waitUntilTrue("every cluster was maintained", async () => {
    after = (await listGardenObjects<Shoot>(admin, "shoots")).filter((shoot) => foreseen.has(keyOf(shoot)));
    return after.every((shoot) => !isAskedFor(shoot));
  });
  return after.flatMap((shoot) => {
    const told = foreseen.get(keyOf(shoot));
    return told === undefined ? [] : [resultOf(shoot, told)];
  });
}

function isRefusedAsWhole(
  shoot: Shoot,
  { now, rules }: { readonly now: number; readonly rules: GardenerRules },
): boolean {
  const span = { beginAt: now, usableEndAt: now + minuteMs };
  const outlook = forecastWindow(shoot, span, { view: {}, rules, steps: "possible", changesHeld: false, nowMs: now });
  return outlook.outcome === "runs" && outlook.refused !== undefined;
}

function outcomeOf({ violations, proposal }: MaintenanceRun): ForecastResult["outcome"] {
  if (violations.length > 0) return "refused";
  return proposal.after === proposal.before ? "nothing" : "updated";
}

function keyOf({ metadata }: Shoot): string {
  return `${metadata.namespace}/${metadata.name}`;
}

/** Removes the operation annotation of an earlier run, because no gardenlet handles it here. */
function mayBeMaintained({ metadata }: Shoot): boolean {
  return metadata.deletionTimestamp === undefined;
}

function isAskedFor({ metadata }: Shoot): boolean {
  return metadata.annotations?.[annotations.operation] === "maintain";
}

async function maintain(admin: GardenAccess, { metadata }: Shoot): Promise<void> {
  const answer = await admin.send({
    method: "PATCH",
    path: `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}`,
    body: { metadata: { annotations: { [annotations.operation]: "maintain" } } },
  });
  if (answer.code !== 200) throw new Error(`${metadata.name}: ${describeGardenRejection(answer)}`);
}

function resultOf(after: Shoot, { spec, outcome }: Foreseen): ForecastResult {
  return {
    shoot: keyOf(after),
    differences: describeDifferences(spec, after.spec, "spec"),
    outcome,
    lastMaintenance: lastMaintenanceText(after),
  };
}

/** The last maintenance as reported in the status. */
function lastMaintenanceText({ status }: Shoot): string {
  const { state, description, failureReason } = status?.lastMaintenance ?? {};
  return [state, description, failureReason].filter(Boolean).join(": ");
}
