import { describe, expect, test } from "vitest";
import type { Checklist, ChecklistChangeRequest } from "#lib/contract/checklist.ts";
import { applyChecklistChange } from "./apply-checklist-change.ts";
import { changesThatRevertChecklist } from "./reverse-checklist.ts";

const rotation = "2026-11-01T08:00:00Z";
const item = "kubeconfigs";
const tick = { item, rotation, by: "ada", at: "2026-11-20T08:00:00Z" };
const hand = { by: "ada", at: "2026-11-25T08:00:00Z", newRowId: "row-2" };
const row = { id: "row-1", text: "Tell the bank", by: "ada" };

function changed(checklist: Checklist, change: ChecklistChangeRequest, newRowId = hand.newRowId): Checklist {
  const after = applyChecklistChange(checklist, change, { ...hand, newRowId });
  if (!after.ok) throw new Error(after.error);
  return after.value;
}

const withoutTimes = ({ rows, ticks }: Checklist) => ({
  rows: rows.map(({ text, by }) => ({ text, by })),
  ticks: ticks.map(({ at: _, ...each }) => each),
});

describe("a change of a checklist and its reverse leave what was there:", () => {
  test.each<[string, Checklist, ChecklistChangeRequest]>([
    ["a tick", { rows: [row], ticks: [] }, { kind: "tick", item: row.id, rotation }],
    [
      "a tick in place of a reason",
      { rows: [row], ticks: [{ ...tick, item: row.id, reason: "later" }] },
      { kind: "tick", item: row.id, rotation },
    ],
    [
      "a tick that is taken away",
      { rows: [row], ticks: [{ ...tick, item: row.id }] },
      { kind: "untick", item: row.id, rotation, seen: tick.at },
    ],
    ["a row that is added", { rows: [row], ticks: [] }, { kind: "add-row", text: "Tell the shop" }],
    ["a row that is removed", { rows: [row], ticks: [] }, { kind: "remove-row", row: row.id }],
  ])("%s", (_what, before, change) => {
    const after = changed(before, change);
    const reverse = changesThatRevertChecklist(change, { before, after, by: "ada" });
    expect(reverse).toBeDefined();
    const back = (reverse ?? []).reduce((list, each) => changed(list, each, "row-3"), after);
    expect(withoutTimes(back)).toEqual(withoutTimes(before));
  });
});

test.each<[string, Checklist, ChecklistChangeRequest]>([
  [
    "what stood there already",
    { rows: [row], ticks: [{ ...tick, item: row.id }] },
    { kind: "tick", item: row.id, rotation },
  ],
  [
    "somebody else's tick",
    { rows: [row], ticks: [{ ...tick, item: row.id, by: "eve" }] },
    { kind: "untick", item: row.id, rotation, seen: tick.at },
  ],
  ["a row with a tick", { rows: [row], ticks: [{ ...tick, item: row.id }] }, { kind: "remove-row", row: row.id }],
])("%s is not brought back", (_what, before, change) => {
  expect(changesThatRevertChecklist(change, { before, after: changed(before, change), by: "ada" })).toBeUndefined();
});
