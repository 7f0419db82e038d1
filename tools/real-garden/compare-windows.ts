import { z } from "zod";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { dayMs, secondMs } from "#lib/kube/time-units.ts";
import { parseEdition } from "#lib/policy/editions/edition.ts";
import { rulesOf } from "#lib/policy/editions/edition-rules.ts";
import { createForecaster } from "#lib/policy/forecast/forecaster.ts";
import type { Hop, Lane } from "#lib/policy/forecast/lane.ts";
import { maintainedSpec, maintainShoot } from "#lib/policy/maintenance/maintain-shoot.ts";
import { type NextRun, nextRun, nextWindow } from "#lib/policy/maintenance/next-window.ts";
import { maintenanceDue } from "#lib/policy/maintenance/run-due.ts";
import { maintenanceWindow } from "#lib/policy/maintenance/time-window.ts";
import { effectiveKubernetes, versionStateOf } from "#lib/policy/maintenance/version-state.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { type ForecastResult, keyOf, lastMaintenanceText, outcomeOf } from "./compare-forecasts.ts";
import { differences } from "./differences.ts";
import type { GardenerRelease } from "./release.ts";

interface ForeseenRun extends NextRun {
  /** It begins as soon as the controller-manager looks: the window is open already. */
  readonly atOnce: boolean;
}

/** What Almanac foresees for one cluster, told before its window opens. */
export interface WindowForecast {
  readonly before: Shoot;
  readonly profile: CloudProfileSpec;
  /** The span in which its next maintenance begins. Undefined: there will be none. */
  readonly run: ForeseenRun | undefined;
  /** The steps of each lane, with their instants. */
  readonly lanes: readonly Lane[];
}

/** The first and the last write of the controller-manager that were seen: epoch milliseconds, cut to seconds. */
export interface SeenRun {
  readonly firstAt: number;
  readonly lastAt: number;
}

/** From the begin of a run until its last write, on a busy machine. */
const runMs = 5 * secondMs;
const horizonMs = 2 * dayMs;

/**
 * Foresees the next maintenance of a cluster by its window alone.
 *
 * @param now epoch milliseconds: when the controller-manager begins to look at the cluster as it stands
 */
export function foreseeWindow(
  shoot: Shoot,
  profile: CloudProfileSpec,
  { release, now }: { readonly release: GardenerRelease; readonly now: number },
): WindowForecast {
  const edition = parseEdition(release.version);
  const landscape = { apiServer: edition, gates: release.featureGates };
  const told = createForecaster(profile, landscape).forecast(shoot, { now, horizon: now + horizonMs });
  if (told.outcome === "not-maintained") return { before: shoot, profile, run: undefined, lanes: [] };
  if (told.outcome !== "foreseen") throw new Error(`${keyOf(shoot)}: ${told.outcome}, ${told.reason}`);
  if (!told.certain) throw new Error(`${keyOf(shoot)}: its Gardener release is in doubt`);
  return { before: shoot, profile, run: foreseenRun(shoot, now), lanes: told.lanes };
}

/** A cluster that is looked at while its window is open is maintained at once; others at a moment of their next window. */
function foreseenRun(shoot: Shoot, now: number): ForeseenRun {
  const window = maintenanceWindow(shoot);
  if (!maintenanceDue(shoot, now).due) return { ...nextRun(window.effective, now), atOnce: false };
  return { fromAt: now, untilAt: nextWindow(window, now).usableEndAt, atOnce: true };
}

const managed = z.object({ manager: z.string(), time: z.string() });

/** When the controller-manager last wrote to the cluster, by the API server's clock. */
function writtenAt({ metadata }: Shoot): number {
  const times = (metadata.managedFields ?? []).map((entry) => {
    const field = managed.safeParse(entry);
    return field.data?.manager.startsWith("gardener-controller-manager") ? (parseInstant(field.data.time) ?? 0) : 0;
  });
  return Math.max(0, ...times);
}

function triggeredAt({ status }: Shoot): number | undefined {
  return parseInstant(status?.lastMaintenance?.triggeredTime);
}

/** A run that the API server refused in whole. It writes nothing but this. */
function isRefused(before: Shoot, { status }: Shoot): boolean {
  const { failureReason, triggeredTime } = status?.lastMaintenance ?? {};
  return (
    triggeredTime !== before.status?.lastMaintenance?.triggeredTime &&
    failureReason?.startsWith("Updates to the Shoot failed to be applied:") === true
  );
}

/** A run that is not refused leaves tasks for the gardenlet, of which there is none. */
function leftTasks(before: Shoot, after: Shoot): boolean {
  return annotationOf(before, annotations.tasks) === "" && annotationOf(after, annotations.tasks) !== "";
}

/** Whether a run has come to its end. */
export function isMaintained({ before }: WindowForecast, after: Shoot): boolean {
  return leftTasks(before, after) || isRefused(before, after);
}

function isTouched({ before }: WindowForecast, after: Shoot): boolean {
  const isReported = triggeredAt(before) !== triggeredAt(after);
  return leftTasks(before, after) || isReported || !semanticallyEqual(before.spec, after.spec);
}

/** Takes note of the writes to a cluster; undefined as long as there is none. */
export function noteRun(forecast: WindowForecast, after: Shoot, seen: SeenRun | undefined): SeenRun | undefined {
  if (!isTouched(forecast, after)) return undefined;
  const at = writtenAt(after);
  return { firstAt: seen?.firstAt ?? at, lastAt: at };
}

/** Whether its maintenance has to have come by the instant (epoch milliseconds). */
export function mustRunBy({ run }: WindowForecast, atMs: number): boolean {
  return run !== undefined && (run.atOnce || run.untilAt + runMs <= atMs);
}

/** What came of a forecast. */
export interface Watched {
  readonly after: Shoot;
  readonly seen: SeenRun | undefined;
  /** When the cluster was looked at last, and when at the latest for what has to come: epoch milliseconds. */
  readonly untilAt: number;
  readonly limitAt: number;
}

/** Compares when, by whom and how a cluster was maintained with what was foreseen. */
export function judgeWindow(forecast: WindowForecast, watched: Watched, release: GardenerRelease): ForecastResult {
  const { before, run } = forecast;
  const { after, seen, untilAt, limitAt } = watched;
  const told = { shoot: keyOf(before), lastMaintenance: lastMaintenanceText(after) };
  if (seen === undefined) {
    const isMissing = mustRunBy(forecast, limitAt);
    return {
      ...told,
      outcome: "waiting",
      differences: [
        ...(isMissing ? [`not maintained ${spanText(run)}`] : []),
        ...laneDifferences(forecast.lanes, { before, after, at: untilAt }),
      ],
    };
  }
  const begunAt = triggeredAt(before) === triggeredAt(after) ? seen.firstAt : (triggeredAt(after) ?? seen.firstAt);
  const runs = [begunAt - runMs, begunAt + secondMs].map((now) => runAt(forecast, now, release));
  const asIs = runs.find(({ spec }) => semanticallyEqual(spec, after.spec)) ?? runs[0];
  if (asIs === undefined) throw new Error("no run was computed");
  const refused = isRefused(before, after);
  return {
    ...told,
    outcome: asIs.outcome,
    differences: [
      ...whenDifferences(forecast, seen),
      ...differences(asIs.spec, after.spec, "spec"),
      ...(refused === (asIs.outcome === "refused") ? [] : [`refused: ${refused}, foreseen: ${asIs.outcome}`]),
      ...laneDifferences(forecast.lanes, { before, after, at: seen.lastAt }),
    ],
  };
}

function runAt({ before, profile }: WindowForecast, now: number, { version, featureGates }: GardenerRelease) {
  const edition = parseEdition(version);
  const rules = rulesOf({ gardenlet: edition, apiServer: edition, gates: featureGates });
  const run = maintainShoot(before, profile, { now, rules });
  return { spec: maintainedSpec(before.spec, run), outcome: outcomeOf(run) };
}

/** Whether it matters at which moment of its window the cluster is maintained. */
export function hangsOnMoment(forecast: WindowForecast, release: GardenerRelease): boolean {
  const { run } = forecast;
  if (run === undefined) return false;
  const [early, late] = [run.fromAt, run.untilAt].map((now) => runAt(forecast, now, release));
  return !semanticallyEqual(early?.spec, late?.spec);
}

function spanText(run: NextRun | undefined): string {
  return run === undefined ? "never" : `from ${formatInstant(run.fromAt)} to ${formatInstant(run.untilAt)}`;
}

function whenDifferences({ before, run }: WindowForecast, { firstAt, lastAt }: SeenRun): readonly string[] {
  if (lastAt <= writtenAt(before)) return ["changed by another than the controller-manager"];
  const isInside = run !== undefined && cut(run.fromAt) <= firstAt && lastAt <= run.untilAt + runMs;
  return isInside ? [] : [`maintained at ${formatInstant(firstAt)}, foreseen ${spanText(run)}`];
}

/** The API server tells instants in whole seconds. */
function cut(atMs: number): number {
  return Math.floor(atMs / secondMs) * secondMs;
}

/** The version of each lane, in the order of a forecast's lanes. */
function versionsOf(spec: ShootSpec): readonly string[] {
  const state = versionStateOf(spec);
  return [state.kubernetes, ...state.pools.flatMap((pool) => [effectiveKubernetes(state, pool), pool.image])];
}

interface LanePast {
  readonly before: Shoot;
  readonly after: Shoot;
  /** When the lanes moved; for those that did not, until when they were looked at. */
  readonly at: number;
}

/** Where a lane took a step that no forecast names for that instant, or did not take one that was due. */
function laneDifferences(lanes: readonly Lane[], { before, after, at }: LanePast): readonly string[] {
  const [from, to] = [versionsOf(before.spec), versionsOf(after.spec)];
  return lanes.flatMap(({ id, hops }, place) => {
    const name = "pool" in id ? `${id.kind} ${id.pool}` : id.kind;
    const stays = from[place] === to[place];
    const isOf = (hop: Hop) => hop.from === from[place] && (stays ? isOverdue(hop, at) : hop.to === to[place]);
    const found = hops.find((hop) => isOf(hop) && (stays || isTime(hop, at)));
    if (stays) return found === undefined ? [] : [`${name}: no step to ${found.to} ${hopText(found)}`];
    return found !== undefined
      ? []
      : [`${name}: ${from[place]} → ${to[place]} at ${formatInstant(at)} is in no forecast`];
  });
}

function isOverdue({ path, latestAt }: Hop, at: number): boolean {
  return path === "both" && latestAt !== undefined && latestAt + runMs <= at;
}

function isTime({ earliestAt, latestAt }: Hop, at: number): boolean {
  return cut(earliestAt) <= at && (latestAt === undefined || at <= latestAt + runMs);
}

function hopText({ earliestAt, latestAt }: Hop): string {
  return `from ${formatInstant(earliestAt)}${latestAt === undefined ? "" : ` to ${formatInstant(latestAt)}`}`;
}
