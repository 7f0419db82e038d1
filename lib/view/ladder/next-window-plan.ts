import type { Shoot } from "#lib/garden/shoot.ts";
import { message, text } from "#lib/language/text.ts";
import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import {
  type PlannedWindowRun,
  type RunSpan,
  type WindowFacts,
  windowOutlook,
} from "#lib/policy/next/window-outlook.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { sentenceOfDeadEnd, sentenceOfRejection } from "#lib/words/dead-end-sentences.ts";
import { laneLabel, sentenceOfEffect } from "#lib/words/hop-sentences.ts";
import { type ForecastRow, forecastRows } from "./forecast-rows.ts";
import { neverMaintainedSentence, runWords, type WindowPlan } from "./window-run-words.ts";

type HopRow = Extract<ForecastRow, { kind: "hop" }>;

function isHop(row: ForecastRow): row is HopRow {
  return row.kind === "hop";
}

function stepSentence({ lane, hop, image }: HopRow, carriedOut: boolean): string {
  const name = image === undefined ? laneLabel(lane) : `${laneLabel(lane)} (${image})`;
  const effects = hop.effects.map(sentenceOfEffect).join(" ");
  const cleared = hop.cleanUps.map(({ field }) => `spec.${field}`).join(", ");
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

function obstacles(rows: readonly ForecastRow[], { usableEndAt }: RunSpan): readonly string[] {
  return rows.flatMap((row) => {
    if (row.kind === "hop" || row.at >= usableEndAt) return [];
    return [row.kind === "rejection" ? sentenceOfRejection(row.rejection) : sentenceOfDeadEnd(row.deadEnd)];
  });
}

/** Whether the changes of a run are currently rolled out. */
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
  outlook: Outlook | undefined,
  window: RunSpan,
  known: Omit<WindowFacts, "steps">,
): WindowPlan {
  const rows = outlook === undefined ? [] : forecastRows(outlook);
  const near = rows.filter(isHop).filter(({ hop }) => hop.earliestAt < window.usableEndAt);
  const isCertain = ({ hop }: HopRow) => hop.latestAt !== undefined && hop.latestAt <= window.usableEndAt;
  const steps = near.some(isCertain) ? "certain" : near.length > 0 ? "possible" : "none";
  const run = windowOutlook(shoot, window, { ...known, steps });
  if (run.outcome === "none") return { will: [], may: [], willNot: [neverMaintainedSentence(run)] };
  const sentences = (rowsOf: readonly HopRow[]) => rowsOf.map((row) => stepSentence(row, carriesOut(run)));
  const others = runWords(run, steps);
  const plan = {
    will: [...sentences(near.filter(isCertain)), ...others.will],
    may: [...sentences(near.filter((row) => !isCertain(row))), ...others.may],
    willNot: [...others.willNot, ...obstacles(rows, window), ...switchedOff(shoot), text(neverAutomatic)],
  };
  const isOpen = run.refused !== undefined || run.rollout.id === "waits";
  return isOpen ? { ...plan, will: [], may: [...plan.will, ...plan.may] } : plan;
}
