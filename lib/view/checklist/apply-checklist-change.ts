import {
  type Checklist,
  type ChecklistChangeRequest,
  type ChecklistTick,
  checklistLimits,
} from "#lib/contract/checklist.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import { checklistItems } from "./checklist-items.ts";

export const emptyChecklist: Checklist = { rows: [], ticks: [] };

export type ChecklistError = "unknown-item" | "too-many-rows" | "changed-meanwhile";

/** Author and time of a change, and the id for a new row. */
export interface ChecklistChangeMeta {
  readonly by: string;
  readonly at: string;
  readonly newRowId: string;
}

function withTick(checklist: Checklist, tick: ChecklistTick): Checklist {
  const others = checklist.ticks.filter(({ item }) => item !== tick.item);
  return { ...checklist, ticks: [...others, tick] };
}

function isItem({ rows }: Checklist, id: string): boolean {
  return rows.some((row) => row.id === id) || checklistItems.some((item) => item.id === id && !item.automatic);
}

function tick(
  checklist: Checklist,
  { item, rotation, reason }: Extract<ChecklistChangeRequest, { kind: "tick" }>,
  { by, at }: ChecklistChangeMeta,
): Result<Checklist, ChecklistError> {
  if (!isItem(checklist, item)) return fail("unknown-item");
  const stands = checklist.ticks.find((each) => each.item === item && each.rotation === rotation);
  // An existing tick of another user is kept; a tick replaces a reason.
  if (stands && stands.reason === undefined) return ok(checklist);
  return ok(withTick(checklist, { item, rotation, by, at, ...(reason === undefined ? {} : { reason }) }));
}

function untick(
  checklist: Checklist,
  { item, rotation, seen }: Extract<ChecklistChangeRequest, { kind: "untick" }>,
): Result<Checklist, ChecklistError> {
  const stands = checklist.ticks.find((each) => each.item === item && each.rotation === rotation);
  if (!stands) return ok(checklist);
  if (stands.at !== seen) return fail("changed-meanwhile");
  return ok({ ...checklist, ticks: checklist.ticks.filter((each) => each !== stands) });
}

/** Applies a user's change to the current checklist. Changes of different items never conflict. */
export function applyChecklistChange(
  checklist: Checklist,
  change: ChecklistChangeRequest,
  hand: ChecklistChangeMeta,
): Result<Checklist, ChecklistError> {
  const { rows, ticks } = checklist;
  switch (change.kind) {
    case "tick":
      return tick(checklist, change, hand);
    case "untick":
      return untick(checklist, change);
    case "add-row":
      if (rows.length >= checklistLimits.rows) return fail("too-many-rows");
      return ok({ rows: [...rows, { id: hand.newRowId, text: change.text, by: hand.by }], ticks });
    case "remove-row":
      return ok({
        rows: rows.filter(({ id }) => id !== change.row),
        ticks: ticks.filter(({ item }) => item !== change.row),
      });
    default:
      return change satisfies never;
  }
}
