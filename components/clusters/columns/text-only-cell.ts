import type { ReactNode } from "react";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { UserRelation } from "#lib/policy/next/responsible-party.ts";
import type { DisplayClock } from "#lib/words/clock.ts";

/** One piece of text in a light (text-only) cell. */
export interface TextOnlyCellPart {
  readonly text: string;
  /** CSS classes of the text. */
  readonly look?: string;
  /** Indent in characters that leaves room for an icon. */
  readonly indent?: number;
}

/** Text-only cell for fast scrolling: one or two texts. Each text takes the browser as long as the row itself. */
export type TextOnlyCell = readonly [TextOnlyCellPart, TextOnlyCellPart?];

/** What the texts of cells depend on: the current time, the time zone, and the user's relation to a project. */
export interface CellTextContext {
  readonly now: number;
  readonly clockFor: (clusterOffsetMinutes?: number) => DisplayClock;
  readonly onlookerAt: (project: string) => UserRelation;
  /** Whether ages such as `3 d ago` are left out: a file that is read later shows the instants instead. */
  readonly withoutAges?: boolean;
}

/** How the grid renders one column. */
export interface ColumnRendering {
  /** Minimum width in px and share of the remaining space; the share is 0 once the user has set the width. */
  readonly width: readonly [minPx: number, share: number];
  readonly numeric?: boolean;
  readonly cell: (row: FleetRow) => ReactNode;
  /** Returns the text-only version of `cell`, for rows shown during fast scrolling. */
  readonly light: (row: FleetRow, speech: CellTextContext) => TextOnlyCell;
}

/** Text-only cell that shows a dash instead of a value. */
export const emptyCell: TextOnlyCell = [{ text: "–", look: "text-tertiary" }];

/** Truncates the texts of a cell to at most `most` characters in total. Clipping with CSS would be slower. */
export function truncateTextOnlyCell(cell: TextOnlyCell, most: number): TextOnlyCell {
  const [first, second] = cell;
  const room = most - (first.indent ?? 0);
  const left = room - first.text.length;
  if (left < 0) return [cut(first, room)];
  return second === undefined || second.text.length <= left ? cell : [first, cut(second, left)];
}

function cut(stretch: TextOnlyCellPart, most: number): TextOnlyCellPart {
  return { ...stretch, text: `${stretch.text.slice(0, Math.max(0, most - 1))}…` };
}
