import { storageKeyInGarden } from "#components/data/address/garden-here.ts";
import { type Checklist, type ChecklistChangeRequest, checklistSchema } from "#lib/contract/checklist.ts";
import type { Result } from "#lib/result.ts";
import {
  applyChecklistChange,
  type ChecklistError,
  emptyChecklist,
} from "#lib/view/checklist/apply-checklist-change.ts";

const keyOf = (uid: string) => storageKeyInGarden(`almanac.checklist.${uid}`);

/** Reads the rotation checklist in this browser's storage, for users who may not write the one in the garden. */
export function readLocalChecklist(uid: string): Checklist {
  try {
    const parsed = checklistSchema.safeParse(JSON.parse(window.localStorage.getItem(keyOf(uid)) ?? "null"));
    return parsed.success ? parsed.data : emptyChecklist;
  } catch {
    // There is no browser storage, or it contains no valid checklist: return an empty checklist.
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

/** Merges the garden's checklist with the one in this browser; for the same item the browser's tick wins. */
export function mergeChecklists(kept: Checklist, local: Checklist): Checklist {
  const own = new Set(local.ticks.map(({ item, rotation }) => `${item} ${rotation}`));
  const others = kept.ticks.filter(({ item, rotation }) => !own.has(`${item} ${rotation}`));
  return { rows: [...kept.rows, ...local.rows], ticks: [...others, ...local.ticks] };
}
