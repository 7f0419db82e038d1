import type { Shoot } from "#lib/garden/shoot.ts";
import { message, text } from "#lib/language/text.ts";
import { diagnoseCurrentState, readDiagnosisInput } from "#lib/policy/next/diagnose-shoot.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { isInDeletion } from "#lib/policy/rotations/families.ts";
import { formatList, poolsLabel, rotationPhaseName } from "#lib/words/format-list.ts";
import { describeScheduleBlocker } from "../maintenance/scheduled-operations.ts";
import type { RotationScopeProgress } from "./rotation-scope-step.ts";

/** Notice about something that blocks or changes a rotation. */
export interface RotationNotice {
  readonly id: string;
  readonly hue: "info" | "caution" | "negative";
  readonly title: string;
  readonly text: string;
}

function ofLife(shoot: Shoot, track: RotationScopeProgress): RotationNotice | undefined {
  if (isInDeletion(shoot)) {
    return {
      id: "deleting",
      hue: "caution",
      title: text("The cluster is being deleted"),
      text: text("It stays unfinished: the credentials are deleted with the cluster."),
    };
  }
  const { spec, status } = shoot;
  const hibernated = spec.hibernation?.enabled === true;
  if (!hibernated && status?.hibernated !== true) return undefined;
  return {
    id: hibernated ? "hibernated" : "waking-up",
    hue: "info",
    title: hibernated ? text("The cluster is hibernated") : text("The cluster is waking up"),
    text: [
      text("Only the certificate authorities, SSH and observability can be rotated until it is awake."),
      ...pausedLabel(track),
      ...(track.pendingPools.length > 0
        ? [text("Pools that wait to be rolled are forgotten: their nodes are new after waking up.")]
        : []),
    ].join(" "),
  };
}

/** Effect of hibernation on a rotation in progress. */
function pausedLabel({ current, families }: RotationScopeProgress): readonly string[] {
  if (current !== "clients") return [];
  const sleeps = families.some(({ family }) => family !== "certificateAuthorities");
  return sleeps
    ? [text("The rotation pauses here: old and new stay valid, and every tick is kept.")]
    : [text("You can still complete this one.")];
}

const goneNotice = {
  id: "gone",
  hue: "caution",
  title: message("This is where the rotation stood when the cluster was last seen"),
  text: message(
    "If the cluster was deleted, its credentials went with it. If only your access has ended, anyone who still has access can continue from here.",
  ),
} as const;

/** Environment of the Shoot as far as known, and the current time. */
export interface RotationNoticeInput {
  readonly view: DiagnosisContext;
  /** Current time in epoch milliseconds. */
  readonly nowMs: number;
  /** Whether the user can no longer see the cluster; the Shoot is then its last known state. */
  readonly gone?: boolean;
}

function ofOperation(
  shoot: Shoot,
  { turn, current }: RotationScopeProgress,
  { view, nowMs }: RotationNoticeInput,
): RotationNotice | undefined {
  // No rotation continues in a cluster that is being deleted.
  if (isInDeletion(shoot)) return undefined;
  const lastOperation = shoot.status?.lastOperation ?? undefined;
  const { subject, turn: whose } = diagnoseCurrentState(readDiagnosisInput(shoot, view, nowMs));
  const row = { next: { subject: subject.id, turn: whose }, lastOperation };
  const working = turn === "Gardener" || current === "roll";
  if (working && reconcileBlockerOfRow(row) !== undefined) {
    return {
      id: "held",
      hue: "caution",
      title: text("Gardener does nothing to the cluster now"),
      text: text("The rotation continues once that has ended."),
    };
  }
  const course = operationStateOfRow(row);
  if (course === "failed") {
    return {
      id: "failed",
      hue: "negative",
      title: text("The last operation has failed"),
      text: text("Gardener has stopped retrying. The rotation continues only after a retry."),
    };
  }
  if (course !== "retrying" || !working) return undefined;
  const retries = text("Gardener retries automatically. The phase does not change meanwhile.");
  return {
    id: "retrying",
    hue: "caution",
    title: text("The last attempt failed"),
    text: `${retries} ${lastOperation?.description ?? ""}`.trim(),
  };
}

function ofPlans(shoot: Shoot, { view, nowMs }: RotationNoticeInput): RotationNotice | undefined {
  const planned = parseOperations(annotationOf(shoot, annotations.maintenanceOperation)).filter((operation) =>
    operation.startsWith("rotate-"),
  );
  if (planned.length === 0) return undefined;
  const operations = formatList(planned);
  const obstacle = describeScheduleBlocker(shoot, view, nowMs);
  return {
    id: "planned",
    hue: "info",
    title: text("Planned for the next window"),
    text:
      obstacle === undefined
        ? text("{operations} will be requested in the next maintenance window, unless you remove it.", { operations })
        : `${text("{operations} waits.", { operations })} ${obstacle}`,
  };
}

function ofPools({ manualPools }: RotationScopeProgress): RotationNotice | undefined {
  if (manualPools.length === 0) return undefined;
  return {
    id: "manual-pools",
    hue: "caution",
    title: text("Waiting for you to select nodes"),
    text: text("The phase stays until every node of {pools} has been updated in place.", {
      pools: poolsLabel(manualPools),
    }),
  };
}

function ofParts({ apart, families }: RotationScopeProgress): RotationNotice | undefined {
  if (!apart) return undefined;
  return {
    id: "apart",
    hue: "info",
    title: text("Not all parts are at the same step"),
    text: `${families.map(({ family, phase }) => `${family}: ${rotationPhaseName(phase)}`).join("; ")}.`,
  };
}

/** Notices about a rotation, most severe first. */
export function rotationNotices(
  shoot: Shoot,
  track: RotationScopeProgress,
  input: RotationNoticeInput,
): readonly RotationNotice[] {
  if (input.gone) return [{ ...goneNotice, title: text(goneNotice.title), text: text(goneNotice.text) }];
  const unknown = track.unknownPhases.map(
    (phase): RotationNotice => ({
      id: "unknown-phase",
      hue: "caution",
      title: text('Gardener reports the phase "{phase}"', { phase }),
      text: text("This version of Almanac does not know it. See Gardener's documentation."),
    }),
  );
  const others = [
    ...[ofLife(shoot, track), ofOperation(shoot, track, input)],
    ...[ofPools(track), ofParts(track), ofPlans(shoot, input)],
  ];
  return [...unknown, ...others.filter((notice) => notice !== undefined)];
}
