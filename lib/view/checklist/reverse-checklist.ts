import type { Checklist, ChecklistChange } from "#lib/contract/checklist.ts";

interface ChangedChecklist {
  readonly before: Checklist;
  readonly after: Checklist;
  /** Who changed it. */
  readonly by: string;
}

/**
 * What takes back a change of a checklist; undefined where nothing would bring back what was there. What somebody else had
 * ticked would come back under another name.
 */
export function reverseOfChecklist(
  change: ChecklistChange,
  { before, after, by }: ChangedChecklist,
): readonly ChecklistChange[] | undefined {
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
      // A tick belongs to a row by its name, and a new row has another one.
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
