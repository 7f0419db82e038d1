import type { Checklist, ChecklistChangeRequest } from "#lib/contract/checklist.ts";

interface ChangedChecklist {
  readonly before: Checklist;
  readonly after: Checklist;
  /** User who makes the change. */
  readonly by: string;
}

/**
 * Returns the changes that undo a change of a checklist; undefined if nothing restores the previous state. Another
 * user's tick cannot be restored, because it would get a different author.
 */
export function changesThatRevertChecklist(
  change: ChecklistChangeRequest,
  { before, after, by }: ChangedChecklist,
): readonly ChecklistChangeRequest[] | undefined {
  switch (change.kind) {
    case "tick": {
      const { item, rotation } = change;
      const [was, is] = [tickOf(before, item, rotation), tickOf(after, item, rotation)];
      if (is === undefined || is.at === was?.at || (was !== undefined && was.by !== by)) return undefined;
      const reason = was?.reason === undefined ? [] : [{ kind: "tick", item, rotation, reason: was.reason } as const];
      return [{ kind: "untick", item, rotation, seen: is.at }, ...reason];
    }
    case "untick": {
      const { item, rotation } = change;
      const was = tickOf(before, item, rotation);
      if (was === undefined || was.by !== by) return undefined;
      return [{ kind: "tick", item, rotation, ...(was.reason !== undefined && { reason: was.reason }) }];
    }
    case "add-row": {
      const added = after.rows.find(({ id }) => !before.rows.some((row) => row.id === id));
      return added && [{ kind: "remove-row", row: added.id }];
    }
    case "remove-row": {
      const row = before.rows.find(({ id }) => id === change.row);
      // Ticks refer to the id of an item, and a restored item has a new id.
      const isTicked = before.ticks.some(({ item }) => item === change.row);
      return row === undefined || isTicked ? undefined : [{ kind: "add-row", text: row.text }];
    }
    default:
      return change satisfies never;
  }
}

function tickOf({ ticks }: Checklist, item: string, rotation: string) {
  return ticks.find((tick) => tick.item === item && tick.rotation === rotation);
}
