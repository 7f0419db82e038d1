import { bulkCountsLabel, bulkStatusLabel } from "#lib/act/bulk/bulk-labels.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import type { ActTrace } from "#lib/act/follow/act-trace.ts";
import { type ActProgress, type FollowedAct, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { progressLabel } from "#lib/act/follow/progress-labels.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { blockedRowLabels } from "#lib/fleet/fields/next-fields.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { operationStateOfRow, type RowOperationState } from "#lib/policy/next/row-operation.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";
import { describeScheduledOperation } from "../maintenance/scheduled-operations.ts";

/** Origin of an operation: requested in this tab, bulk run, planned for a window, or observed on a cluster. */
export const operationKinds = ["here", "batch", "planned", "seen"] as const;
export type OperationKind = (typeof operationKinds)[number];

export const operationStates = ["running", "failed", "succeeded", "planned", "paused"] as const;
export type OperationState = (typeof operationStates)[number];

/** Row of the operations page. */
export interface OperationListRow {
  readonly key: string;
  readonly kind: OperationKind;
  readonly state: OperationState;
  /** Label of the operation's state, with its percentage if known. */
  readonly stateWords: string;
  readonly hue: StatusHue;
  readonly what: string;
  /** Language-independent code of the operation. */
  readonly operation: string;
  /** Time of the request or of the last observation, in epoch milliseconds. */
  readonly at: number | undefined;
  /** Meaning of the time in `at`. */
  readonly atMeans: "asked" | "last seen" | "planned";
  /** User who requested the operation; undefined if the garden does not record it. */
  readonly by: string | undefined;
  readonly detail: string;
  /** Text about the operation from the garden, if any. */
  readonly said?: string | undefined;
  readonly cluster?: { readonly project: string; readonly name: string };
  readonly row?: FleetRow | undefined;
  readonly run?: string;
  readonly clusters?: number;
  /** Part of the maintenance annotation that can be removed to cancel the operation. */
  readonly planned?: string;
}

/** Action that this tab has sent, as stored in its journal. */
export interface JournalAct extends FollowedAct {
  readonly id: string;
  readonly title: string;
  readonly target: { readonly uid: string; readonly project: string; readonly name: string };
  readonly by: string;
  readonly batch?: string;
}

interface OperationSources {
  readonly rows: readonly FleetRow[];
  readonly journal: readonly JournalAct[];
  readonly runs: readonly BulkRun[];
  /** Name of the signed-in user. */
  readonly me: string;
  readonly now: number;
}

/** Operations that are running, failed, ended within a day, were requested in this tab or are planned, latest first. */
export function operationListRowsOf({ rows, journal, runs, me, now }: OperationSources): readonly OperationListRow[] {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const here = journal.filter(({ batch }) => batch === undefined).map((act) => ofJournal(act, byUid, now));
  const lines = [
    ...here,
    ...runs.map((run) => ofRun(run, me)),
    ...rows.flatMap((row) => ofRow(row, now)),
    ...rows.flatMap(planned),
  ];
  return lines.sort((left, right) => (right.at ?? 0) - (left.at ?? 0) || (left.key < right.key ? -1 : 1));
}

function ofJournal(act: JournalAct, rows: ReadonlyMap<string, FleetRow>, now: number): OperationListRow {
  const row = rows.get(act.target.uid);
  const progress = operationProgress(act, row, now);
  const state = statesOfSteps[progress.step] ?? "running";
  return {
    key: `here ${act.id}`,
    kind: "here",
    state,
    stateWords: progressLabel(progress),
    hue: hues[state],
    what: act.title,
    operation: operationOf(act.trace),
    at: act.sentAt,
    atMeans: "asked",
    by: act.by,
    detail: detailOf(progress),
    said: saidBy(progress) || undefined,
    cluster: act.target,
    row,
  };
}

function operationOf(trace: ActTrace): string {
  switch (trace.kind) {
    case "operation":
      return trace.id;
    case "unschedule":
      return `unschedule ${trace.operation}`;
    case "change":
      return `change ${trace.about}`;
    default:
      return trace.kind;
  }
}

function saidBy(progress: ActProgress): string | undefined {
  if ("fault" in progress) return progress.fault.gardenMessage;
  return "description" in progress ? progress.description : undefined;
}

function detailOf(progress: ActProgress): string {
  if (progress.step === "held") return describeReason(progress.reason);
  return saidBy(progress) ?? ("fault" in progress ? progress.fault.detail : undefined) ?? "";
}

/** Operation states by the progress steps in which no operation is running. */
const statesOfSteps: { readonly [Step in ActProgress["step"]]?: OperationState } = {
  succeeded: "succeeded",
  deleted: "succeeded",
  failed: "failed",
  retrying: "failed",
  refused: "failed",
  "no-result": "failed",
  gone: "failed",
  uncertain: "failed",
  scheduled: "planned",
  waiting: "planned",
  held: "paused",
};

const hues: Readonly<Record<OperationState, StatusHue>> = {
  running: "info",
  failed: "negative",
  succeeded: "positive",
  planned: "notice",
  paused: "caution",
};

function ofRun(run: BulkRun, me: string): OperationListRow {
  const { words, hue } = bulkStatusLabel(run);
  return {
    key: `run ${run.id}`,
    kind: "batch",
    state: stateOfRun(run),
    stateWords: words,
    hue,
    what: run.title,
    operation: run.verb,
    at: run.startedAt ?? run.createdAt,
    atMeans: "asked",
    by: me,
    detail: run.status === "draft" ? text("A plan: nothing was sent.") : `${bulkCountsLabel(run)}.`,
    run: run.id,
    clusters: run.clusters.length,
  };
}

function stateOfRun({ status, clusters }: BulkRun): OperationState {
  if (status === "draft") return "planned";
  if (status === "running" || status === "paused") return status;
  if (clusters.some(({ phase }) => phase === "failed")) return "failed";
  return clusters.some(({ phase }) => phase === "planned") ? "planned" : "succeeded";
}

/** Time for which a succeeded operation is listed. */
export const endedOperationShownMs = dayMs;

/** Returns the last operation of a cluster, regardless of who requested it. Gardener stores no earlier ones. */
function ofRow(row: FleetRow, now: number): OperationListRow[] {
  const last = row.lastOperation;
  const course = operationStateOfRow(row);
  if (last === undefined || !seenCourses.includes(course)) return [];
  const at = parseInstant(last.updatedAt);
  if (course === "ended" && (at === undefined || Math.abs(now - at) > endedOperationShownMs)) return [];
  const state = stateOfCourse(course);
  return [
    {
      key: `seen ${row.uid}`,
      kind: "seen",
      state,
      stateWords: labelOfCourse(row, course),
      hue: hues[state],
      what: last.type ?? text("Operation"),
      operation: last.type ?? "",
      at,
      atMeans: "last seen",
      by: undefined,
      detail: last.description ?? "",
      said: last.description,
      cluster: row,
      row,
    },
  ];
}

const seenCourses: readonly RowOperationState[] = [
  ...(["pending", "running", "begins-again", "held", "retrying", "failed", "ended"] as const),
];

function stateOfCourse(course: RowOperationState): OperationState {
  if (course === "held") return "paused";
  if (course === "ended") return "succeeded";
  return course === "retrying" || course === "failed" ? "failed" : "running";
}

function labelOfCourse(row: FleetRow, course: RowOperationState): string {
  if (course === "retrying") return text("Failed, retrying");
  if (course === "failed") return text("Failed");
  if (course === "ended") return text("Succeeded");
  if (course === "begins-again") return text("Resuming");
  if (course === "pending") return text("Pending");
  if (course === "held") {
    const hold = blockedRowLabels(row)?.hold;
    return hold === undefined ? text("Held back") : text("Held back: {why}", { why: toInlineLabel(hold) });
  }
  const percent = row.lastOperation?.progress;
  return percent === undefined ? text("Running") : text("Running {percent} %", { percent });
}

function planned(row: FleetRow): OperationListRow[] {
  return (row.scheduledOperation ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => ({
      key: `planned ${row.uid} ${part}`,
      kind: "planned",
      state: "planned",
      stateWords: text("Planned for the window"),
      hue: "notice",
      what: describeScheduledOperation(part).name,
      operation: part,
      at: undefined,
      atMeans: "planned",
      by: undefined,
      detail: "",
      cluster: row,
      row,
      planned: part,
    }));
}
