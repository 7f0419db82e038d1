import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { Onlooker } from "#lib/policy/next/who-acts.ts";
import type { Clock } from "#lib/words/clock.ts";

/** A stretch of the text of a cell that passes by. */
export interface LightText {
  readonly text: string;
  /** Classes that make its look. */
  readonly look?: string;
  /** How many letters' room it leaves for an icon. */
  readonly indent?: number;
}

/** What a cell says that passes by: one stretch, or two. Each costs the browser as much as the line itself. */
export type LightCell = readonly [LightText, LightText?];

/** What words about time depend on, and words about who has to act. */
export interface Speech {
  readonly now: number;
  readonly clockFor: (clusterOffsetMinutes?: number) => Clock;
  readonly onlookerAt: (project: string) => Onlooker;
}

/** How the values of a field look in the grid. */
export interface ColumnLook {
  /** Narrowest width in px, and its share of what is left over; none where somebody has chosen the width. */
  readonly width: readonly [minPx: number, share: number];
  readonly numeric?: boolean;
  readonly cell: (row: FleetRow) => ReactNode;
  /** The same in texts alone, for lines that pass by. */
  readonly light: (row: FleetRow, speech: Speech) => LightCell;
}

/** A cell that says nothing of its row. */
export const nothingText: LightCell = [{ text: "–", look: "text-tertiary" }];

/** The cell with at most so many letters. A clip would cost more than all texts of the line. */
export function fitted(cell: LightCell, most: number): LightCell {
  const [first, second] = cell;
  const room = most - (first.indent ?? 0);
  const left = room - first.text.length;
  if (left < 0) return [cut(first, room)];
  return second === undefined || second.text.length <= left ? cell : [first, cut(second, left)];
}

function cut(stretch: LightText, most: number): LightText {
  return { ...stretch, text: `${stretch.text.slice(0, Math.max(0, most - 1))}…` };
}
