import type { Checklist, ChecklistTick } from "#lib/contract/checklist.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { familyRotationOf, type NodeRollingFamily, pendingInPlacePools } from "#lib/policy/rotations/families.ts";
import {
  type ChecklistItem,
  checklistItems,
  nodeRollingRotationsInProgress,
  rotationStartOfItem,
} from "./checklist-items.ts";

/** State of a checklist item in the current rotation. */
export type ItemState = "open" | "ticked" | "reasoned" | "checked" | "not-yet";

export interface ChecklistRow {
  readonly id: string;
  readonly family: ChecklistItem["family"];
  readonly title: string;
  readonly how: string;
  readonly state: ItemState;
  /** Start of the rotation that a tick would belong to. */
  readonly rotation: string;
  readonly tick?: ChecklistTick;
  /** Whether a user of the cluster added the item, so that it can be removed. */
  readonly own: boolean;
}

export interface ChecklistView {
  readonly rows: readonly ChecklistRow[];
  /** Number of items that are ticked, or that Almanac has checked in the cluster. */
  readonly done: number;
  readonly reasoned: number;
  readonly total: number;
  /** Whether each item is done or has a reason. */
  readonly finished: boolean;
}

function poolsRolled(shoot: Shoot, families: readonly NodeRollingFamily[]): boolean {
  const pending = families.flatMap((family) => familyRotationOf(shoot, family)?.pendingWorkersRollouts ?? []);
  return pending.length === 0 && pendingInPlacePools(shoot).manual.length === 0;
}

function stateOf(
  item: { readonly id: string; readonly automatic?: boolean },
  rolled: boolean,
  tick: ChecklistTick | undefined,
): ItemState {
  if (item.automatic) return rolled ? "checked" : "not-yet";
  if (!tick) return "open";
  return tick.reason === undefined ? "ticked" : "reasoned";
}

/**
 * Returns the checklist of the rotations in progress: only their items, and only ticks made for them. Empty if neither
 * the certificate authorities nor the service account key is being rotated.
 */
export function checklistViewOf(
  shoot: Shoot,
  { rows: own, ticks }: Checklist,
  families: readonly NodeRollingFamily[] = nodeRollingRotationsInProgress(shoot),
): ChecklistView {
  const rolled = poolsRolled(shoot, families);
  const known = checklistItems.map((item) => ({ ...item, title: text(item.title), how: text(item.how) }));
  const added = own.map((row) => ({
    id: row.id,
    family: "both" as const,
    title: row.text,
    how: text("Added by {by}.", { by: row.by }),
    own: true,
  }));
  const rows = [...known, ...added].flatMap((item): ChecklistRow[] => {
    if (item.family === "both" ? families.length === 0 : !families.includes(item.family)) return [];
    const rotation = rotationStartOfItem(shoot, item.family);
    if (rotation === undefined) return [];
    const tick = ticks.find((each) => each.item === item.id && each.rotation === rotation);
    const { id, family, title, how } = item;
    const state = stateOf(item, rolled, tick);
    return [{ id, family, title, how, state, rotation, own: "own" in item, ...(tick ? { tick } : {}) }];
  });
  const count = (...states: readonly ItemState[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    rows,
    done: count("ticked", "checked"),
    reasoned: count("reasoned"),
    total: rows.length,
    finished: count("open", "not-yet") === 0,
  };
}
