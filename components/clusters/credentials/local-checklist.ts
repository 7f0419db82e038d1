import { keyHere } from "#components/data/address/garden-here.ts";
import { type Checklist, type ChecklistChangeRequest, checklistSchema } from "#lib/contract/checklist.ts";
import type { Result } from "#lib/result.ts";
import {
  applyChecklistChange,
  type ChecklistError,
  emptyChecklist,
} from "#lib/view/checklist/apply-checklist-change.ts";

const keyOf = (uid: string) => keyHere(`almanac.checklist.${uid}`);

/** The checklist in this browser, for users who may not write it to the garden. */
export function readLocalChecklist(uid: string): Checklist {
  try {
    const parsed = checklistSchema.safeParse(JSON.parse(window.localStorage.getItem(keyOf(uid)) ?? "null"));
    return parsed.success ? parsed.data : emptyChecklist;
  } catch {
    // No storage, or not a valid checklist: treat both as empty.
    return emptyChecklist;
  }
}

export function changeLocalChecklist(
  uid: string,
  change: ChecklistChangeRequest,
  { by, at }: { readonly by: string; readonly at: string },
): Result<Checklist, ChecklistError | "not-kept"> {
  const newRowId = `row-${crypto.randomUUID().slice(0, 8)}`;
  const changed = applyChecklistChange(readLocalChecklist(uid), change, { by, at, newRowId });
  if (!changed.ok) return changed;
  try {
    window.localStorage.setItem(keyOf(uid), JSON.stringify(changed.value));
    return changed;
  } catch {
    return { ok: false, error: "not-kept" };
  }
}

/** Checklist of the garden merged with the local one; for the same item the local tick wins. */
export function mergedChecklist(kept: Checklist, local: Checklist): Checklist {
  const own = new Set(local.ticks.map(({ item, rotation }) => `${item} ${rotation}`));
  const others = kept.ticks.filter(({ item, rotation }) => !own.has(`${item} ${rotation}`));
  return { rows: [...kept.rows, ...local.rows], ticks: [...others, ...local.ticks] };
}
