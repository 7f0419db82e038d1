import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { type DatedStep, type FreezeOfStep, freezeOfStep } from "#lib/policy/freeze/freeze-overlap.ts";
import { type FreezePeriod, freezePeriodsOf } from "#lib/policy/freeze/freeze-period.ts";
import { effectiveWindow } from "#lib/policy/maintenance/time-window.ts";

/** The freeze periods of each project, read once per answer of the server. */
const periodsByProject = memoizePerObject(
  ({ projects }: Freezes): ReadonlyMap<string, readonly FreezePeriod[]> =>
    new Map(projects.map(({ project, freezes }) => [project, freezePeriodsOf(freezes)])),
);

/** The freeze period of its project into which a forecast step of a cluster falls, or can. @param now epoch ms */
export function freezeOfRowStep(
  { project, window }: Pick<FleetRow, "project" | "window">,
  step: DatedStep,
  { freezes, now }: { readonly freezes: Freezes; readonly now: number },
): FreezeOfStep | undefined {
  const periods = periodsByProject(freezes).get(project) ?? [];
  return periods.length === 0 ? undefined : freezeOfStep(step, { periods, window: effectiveWindow(window), now });
}

/** The same for the next forced step of a cluster, also if a dead end comes before. */
export function freezeOfNextForcedStep(
  row: FleetRow,
  context: { readonly freezes: Freezes; readonly now: number },
): FreezeOfStep | undefined {
  const next = forcedEventsOf(row).find(({ step }) => step !== undefined);
  return next?.step && freezeOfRowStep(row, next.step, context);
}

/** The same for the first forced step of a cluster, unless a dead end comes before. */
export function freezeOfFirstForcedStep(
  row: FleetRow,
  context: { readonly freezes: Freezes; readonly now: number },
): FreezeOfStep | undefined {
  const [first] = forcedEventsOf(row);
  return first?.step && freezeOfRowStep(row, first.step, context);
}
