import type { Shoot } from "#lib/garden/shoot.ts";
import { message, text } from "#lib/language/text.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import {
  forecastWindow,
  type PlannedWindowRun,
  type RunStartInterval,
  type WindowFacts,
} from "#lib/policy/next/forecast-window.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { describeDeadEndReason, describeRejection } from "#lib/words/dead-end-descriptions.ts";
import { describeStepNodeEffect, versionedComponentLabel } from "#lib/words/step-descriptions.ts";
import { describeNoMaintenance, describeWindowRun, type NextWindowPlan } from "./describe-window-run.ts";
import { type ForecastRow, forecastRows } from "./forecast-rows.ts";

type StepRow = Extract<ForecastRow, { kind: "hop" }>;

function isStep(row: ForecastRow): row is StepRow {
  return row.kind === "hop";
}

function stepDescription({ lane, hop, image }: StepRow, carriedOut: boolean): string {
  const name = image === undefined ? versionedComponentLabel(lane) : `${versionedComponentLabel(lane)} (${image})`;
  const effects = hop.effects.map(describeStepNodeEffect).join(" ");
  const cleared = hop.cleanups.map(({ field }) => `spec.${field}`).join(", ");
  const names = { name, from: hop.from, to: hop.to };
  const step = carriedOut
    ? text("{name}: {from} to {to}.", names)
    : text("{name}: {from} to {to}, in the specification only.", names);
  const fields = cleared === "" ? "" : text("Fields that change with it: {cleared}.", { cleared });
  return [step, carriedOut ? effects : "", fields].filter((sentence) => sentence !== "").join(" ");
}

function switchedOff(shoot: Shoot): readonly string[] {
  const { kubernetesVersion, machineImageVersion } = autoUpdateOf(shoot.spec.maintenance);
  const hasPools = (shoot.spec.provider.workers ?? []).length > 0;
  return [
    ...(kubernetesVersion ? [] : [text("Kubernetes: no update (automatic updates are off).")]),
    ...(machineImageVersion || !hasPools ? [] : [text("Machine images: no update (automatic updates are off).")]),
  ];
}

const neverAutomatic = message(
  "Rotate the certificate authorities or the ServiceAccount signing key: that is never automatic.",
);

function obstacles(rows: readonly ForecastRow[], { usableEndAt }: RunStartInterval): readonly string[] {
  return rows.flatMap((row) => {
    if (row.kind === "hop" || row.at >= usableEndAt) return [];
    return [row.kind === "rejection" ? describeRejection(row.rejection) : describeDeadEndReason(row.deadEnd)];
  });
}

/** Returns whether Gardener currently rolls out the changes of a maintenance run. */
function carriesOut({ rollout }: PlannedWindowRun): boolean {
  return rollout.id !== "held" && rollout.id !== "stays-failed" && rollout.id !== "sets-no-operation";
}

/**
 * Plan of the next maintenance window: what it does, may do, and does not do despite expectations.
 *
 * @param outlook undefined without a forecast: the plan then excludes versions
 */
export function nextWindowPlan(
  shoot: Shoot,
  outlook: ForecastVariant | undefined,
  window: RunStartInterval,
  known: Omit<WindowFacts, "steps">,
): NextWindowPlan {
  const rows = outlook === undefined ? [] : forecastRows(outlook);
  const near = rows.filter(isStep).filter(({ hop }) => hop.earliestAt < window.usableEndAt);
  const isCertain = ({ hop }: StepRow) => hop.latestAt !== undefined && hop.latestAt <= window.usableEndAt;
  const steps = near.some(isCertain) ? "certain" : near.length > 0 ? "possible" : "none";
  const run = forecastWindow(shoot, window, { ...known, steps });
  if (run.outcome === "none") return { will: [], may: [], willNot: [describeNoMaintenance(run)] };
  const sentences = (rowsOf: readonly StepRow[]) => rowsOf.map((row) => stepDescription(row, carriesOut(run)));
  const others = describeWindowRun(run, steps);
  const plan = {
    will: [...sentences(near.filter(isCertain)), ...others.will],
    may: [...sentences(near.filter((row) => !isCertain(row))), ...others.may],
    willNot: [...others.willNot, ...obstacles(rows, window), ...switchedOff(shoot), text(neverAutomatic)],
  };
  const isOpen = run.refused !== undefined || run.rollout.id === "waits";
  return isOpen ? { ...plan, will: [], may: [...plan.will, ...plan.may] } : plan;
}
