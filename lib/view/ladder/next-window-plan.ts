import type { Shoot } from "#lib/garden/shoot.ts";
import { message, text } from "#lib/language/text.ts";
import type { Outlook } from "#lib/policy/forecast/forecast-result.ts";
import { isDeleting } from "#lib/policy/maintenance/run-due.ts";
import { annotationOf, annotations, normalisedOperations } from "#lib/policy/operations/annotations.ts";
import { automaticRotationsOfRun } from "#lib/policy/operations/auto-rotation.ts";
import { autoUpdateOf } from "#lib/policy/versions/auto-update.ts";
import { sentenceOfDeadEnd, sentenceOfRejection } from "#lib/words/dead-end-sentences.ts";
import { notMaintainedSentence } from "#lib/words/forecast-sentences.ts";
import { laneLabel, sentenceOfEffect } from "#lib/words/hop-sentences.ts";
import { familyName } from "#lib/words/words.ts";
import { type ForecastRow, forecastRows } from "./forecast-rows.ts";

/** What the next window brings, as sentences. */
export interface WindowPlan {
  readonly will: readonly string[];
  /** It depends on the moment of the run. */
  readonly may: readonly string[];
  readonly willNot: readonly string[];
}

/** The window in question. Epoch milliseconds; a run begins before `usableEndAt`. */
export interface PlannedWindow {
  readonly beginAt: number;
  readonly usableEndAt: number;
}

type HopRow = Extract<ForecastRow, { kind: "hop" }>;

function isHop(row: ForecastRow): row is HopRow {
  return row.kind === "hop";
}

function stepSentence({ lane, hop, image }: HopRow): string {
  const name = image === undefined ? laneLabel(lane) : `${laneLabel(lane)} (${image})`;
  const effects = hop.effects.map(sentenceOfEffect).join(" ");
  const cleared = hop.cleanUps.map(({ field }) => `spec.${field}`).join(", ");
  const step = text("{name}: {from} to {to}.", { name, from: hop.from, to: hop.to });
  const fields = cleared === "" ? "" : text("Fields that change with it: {cleared}.", { cleared });
  return [step, effects, fields].filter((sentence) => sentence !== "").join(" ");
}

function scheduled(shoot: Shoot): readonly string[] {
  const planned = normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation));
  const others = planned.filter((operation) => operation !== "" && operation !== "reconcile");
  return others.map((operation) => text("Run the scheduled operation {operation}.", { operation }));
}

function heldBack({ metadata, status, spec }: Shoot): readonly string[] {
  const waits = metadata.generation !== undefined && status?.observedGeneration !== metadata.generation;
  return waits && spec.maintenance?.confineSpecUpdateRollout === true
    ? [text("Roll out the changes of the specification that wait for the window.")]
    : [];
}

function rotations(shoot: Shoot, at: number): readonly string[] {
  const started = automaticRotationsOfRun(shoot, at).filter(({ outcome }) => outcome === "started");
  return started.map(({ family }) =>
    text("Rotate the {family}, which is due automatically.", { family: familyName(family) }),
  );
}

/** What happens in the run besides versions: a Failed cluster is left alone but for its versions. */
function companions(shoot: Shoot, { beginAt, usableEndAt }: PlannedWindow): WindowPlan {
  if (shoot.status?.lastOperation?.state === "Failed") {
    const failed = text("Reconcile: the last operation is Failed and needs a retry.");
    const waiting = text("What is scheduled for the window waits, too.");
    return { will: [], may: [], willNot: [scheduled(shoot).length > 0 ? `${failed} ${waiting}` : failed] };
  }
  const due = rotations(shoot, beginAt);
  return {
    will: [text("Reconcile the cluster."), ...heldBack(shoot), ...scheduled(shoot), ...due],
    may: rotations(shoot, usableEndAt).filter((sentence) => !due.includes(sentence)),
    willNot: [],
  };
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

function obstacles(rows: readonly ForecastRow[], { usableEndAt }: PlannedWindow): readonly string[] {
  return rows.flatMap((row) => {
    if (row.kind === "hop" || row.at >= usableEndAt) return [];
    return [row.kind === "rejection" ? sentenceOfRejection(row.rejection) : sentenceOfDeadEnd(row.deadEnd)];
  });
}

/**
 * What the next maintenance window does to a cluster, what it may do, and what somebody could expect of it in vain.
 *
 * @param outlook undefined when no forecast could be made: then only what does not depend on versions is said
 */
export function nextWindowPlan(shoot: Shoot, outlook: Outlook | undefined, window: PlannedWindow): WindowPlan {
  if (isDeleting(shoot)) return { will: [], may: [], willNot: [text(notMaintainedSentence)] };
  const rows = outlook === undefined ? [] : forecastRows(outlook);
  const near = rows.filter(isHop).filter(({ hop }) => hop.earliestAt < window.usableEndAt);
  const isCertain = ({ hop }: HopRow) => hop.latestAt !== undefined && hop.latestAt <= window.usableEndAt;
  const others = companions(shoot, window);
  return {
    will: [...near.filter(isCertain).map(stepSentence), ...others.will],
    may: [...near.filter((row) => !isCertain(row)).map(stepSentence), ...others.may],
    willNot: [...obstacles(rows, window), ...others.willNot, ...switchedOff(shoot), text(neverAutomatic)],
  };
}
