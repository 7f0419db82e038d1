"use client";

import { clsx } from "clsx";
import { RotateCw } from "lucide-react";
import { ActButton } from "#components/act/act-button.tsx";
import { type UserRelationLookup, useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import { useLatestActRequest } from "#components/data/storage/request-journal.ts";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { useNow } from "#components/ui/state/use-now.ts";
import { isActInProgress, operationProgress } from "#lib/act/follow/operation-progress.ts";
import { progressLabel } from "#lib/act/follow/progress-labels.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { inlineOperationStateLabel } from "#lib/fleet/fields/operation-state-label.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { responsibleRoleOf } from "#lib/policy/next/diagnosis.ts";
import { responsiblePartyOf } from "#lib/policy/next/responsible-party.ts";
import { doesRowWaitForRetry, operationStateOfRow, type RowOperationState } from "#lib/policy/next/row-operation.ts";
import { formatDuration } from "#lib/words/format-time.ts";
import { responsiblePartyLabel } from "#lib/words/responsible-party-labels.ts";
import type { CellTextContext, TextOnlyCell } from "./text-only-cell.ts";

const retry = { kind: "operation", id: "retry", when: "now" } as const;

const badText = "font-medium text-negative-text";

/** Returns the texts of the cell with the last operation; undefined if there was no operation yet. */
function operationLabel(row: FleetRow, now: number, onlookerAt: UserRelationLookup) {
  const { lastOperation: last, fixer, project } = row;
  if (last === undefined) return undefined;
  const course = operationStateOfRow(row);
  const running = course === "running";
  const failed = course === "failed" || course === "retrying";
  const at = parseInstant(last.updatedAt);
  const type = last.type ?? text("Operation");
  return {
    type,
    running,
    // Nearly all operations are of type Reconcile, so the type is shown only if it differs or the operation is running.
    named: running || type !== "Reconcile",
    state: running && last.progress !== undefined ? `${last.progress} %` : courseLabel(course, last.state),
    stateLook: failed ? badText : "text-secondary",
    since: at === undefined || running ? "" : ` · ${formatDuration(now - at)}`,
    turn: fixer !== undefined && failed ? ` · ${actorOf(fixer, project, onlookerAt)}` : "",
  };
}

/** Returns a label for an operation that is held back or resumes, otherwise the label of its reported state. */
function courseLabel(course: RowOperationState, state: string | undefined): string {
  if (course === "held") return text("held back");
  if (course === "begins-again") return text("resuming");
  return state === undefined ? text("state not said") : inlineOperationStateLabel(state);
}

/** Returns who has to fix the error, from the user's point of view: `you` or the name of a team. */
function actorOf(fixer: NonNullable<FleetRow["fixer"]>, project: string, onlookerAt: UserRelationLookup): string {
  return responsiblePartyLabel(responsiblePartyOf(responsibleRoleOf(fixer, "Owner"), onlookerAt(project)), project);
}

/** Returns the operation cell as plain text, for rows shown during fast scrolling. */
export function operationCellText(row: FleetRow, { now, onlookerAt, withoutAges }: CellTextContext): TextOnlyCell {
  const words = operationLabel(row, now, onlookerAt);
  if (words === undefined) return [{ text: text("none yet"), look: "text-tertiary" }];
  const { type, named, state, stateLook, since, turn } = words;
  const said = { text: state + (withoutAges ? "" : since) + turn, look: stateLook };
  return named ? [{ text: type }, said] : [{ ...said, look: `${stateLook} first-letter:uppercase` }];
}

/** Cell with type, state, progress and age of the last operation; a failed operation has a retry button. */
export function OperationCell({ row }: { readonly row: FleetRow }) {
  const now = useNow(10_000);
  const onlookerAt = useUserRelationLookup();
  const request = useLatestActRequest(row.uid);
  const progress = request && operationProgress(request, row, now);
  if (progress && (isActInProgress(progress) || progress.step === "held") && progress.step !== "running")
    return <span className="truncate font-medium text-info-text">{progressLabel(progress)}</span>;
  const last = row.lastOperation;
  const words = operationLabel(row, now, onlookerAt);
  if (last === undefined || words === undefined) return <span className="text-tertiary">{text("none yet")}</span>;
  const { type, named, running, state, stateLook, since, turn } = words;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <span className="min-w-0 truncate">
        <span className={named ? undefined : "sr-only"}>{type}</span>{" "}
        <span className={clsx(stateLook, !named && "inline-block first-letter:uppercase")}>{state}</span>
        {since + turn !== "" && <span className="text-tertiary">{since + turn}</span>}
      </span>
      {running && (
        <ProgressBar
          label={text("{type} of {name}", { type, name: row.name })}
          value={last.progress}
          className="w-14 shrink-0"
        />
      )}
      {doesRowWaitForRetry(row) && (
        <ActButton
          inGrid
          size="xs"
          cluster={row}
          act={retry}
          title={text("Retry")}
          label={<RotateCw aria-hidden />}
          hint={text("Retry")}
          aria-label={text("Retry {name}", { name: row.name })}
        />
      )}
    </span>
  );
}
