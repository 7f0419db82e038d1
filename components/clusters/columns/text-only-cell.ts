import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { UserRelation } from "#lib/policy/next/responsible-party.ts";
import type { DisplayClock } from "#lib/words/clock.ts";

/** One piece of text in a light (text-only) cell. */
export interface CellText {
  readonly text: string;
  /** CSS classes. */
  readonly look?: string;
  /** Room for an icon, in characters. */
  readonly indent?: number;
}

/** A cell of a row that scrolls past: one or two pieces of text. Each costs the browser as much as the row itself. */
export type TextOnlyCell = readonly [CellText, CellText?];

/** Input of cell texts: the time, and how the user relates to a project. */
export interface CellContext {
  readonly now: number;
  readonly clockFor: (clusterOffsetMinutes?: number) => DisplayClock;
  readonly onlookerAt: (project: string) => UserRelation;
}

/** How the grid renders the values of a field. */
export interface ColumnRendering {
  /** Minimum width in px and share of the remaining space; the share is 0 once the user has set the width. */
  readonly width: readonly [minPx: number, share: number];
  readonly numeric?: boolean;
  readonly cell: (row: FleetRow) => ReactNode;
  /** Text-only version of `cell` for rows that scroll past. */
  readonly light: (row: FleetRow, speech: CellContext) => TextOnlyCell;
}

/** Text-only cell without a value. */
export const emptyCell: TextOnlyCell = [{ text: "–", look: "text-tertiary" }];

/** Truncates a cell to at most `most` characters. CSS clipping would cost more than all texts of the row. */
export function truncatedCell(cell: TextOnlyCell, most: number): TextOnlyCell {
  const [first, second] = cell;
  const room = most - (first.indent ?? 0);
  const left = room - first.text.length;
  if (left < 0) return [cut(first, room)];
  return second === undefined || second.text.length <= left ? cell : [first, cut(second, left)];
}

function cut(stretch: CellText, most: number): CellText {
  return { ...stretch, text: `${stretch.text.slice(0, Math.max(0, most - 1))}…` };
}
