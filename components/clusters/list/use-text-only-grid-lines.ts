"use client";

import { clsx } from "clsx";
import { useCallback, useMemo } from "react";
import { useDisplayClockLookup } from "#components/data/address/use-clock.ts";
import { useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import type { FleetColumn } from "../columns/columns.tsx";
import { type TextOnlyCell, truncateTextOnlyCell } from "../columns/text-only-cell.ts";
import { selectCellClass } from "../selection/select-cell.tsx";
import { isSelected } from "../selection/selection.ts";
import { goneRowClass, gridLineClass, nameCellClass } from "./grid-row.tsx";
import type { GroupHeaderComponents } from "./grouped-rows.tsx";
import type { GetTextOnlyLine } from "./text-only-lines.ts";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";

/** Returns the text-only versions of the grid's lines, for fast scrolling. */
export function useTextOnlyGridLines(
  { lines, membersOf }: ClusterListLines,
  columns: readonly FleetColumn[],
  groupLooks: Pick<GroupHeaderComponents, "lightTotals"> | undefined,
) {
  const clockFor = useDisplayClockLookup();
  const onlookerAt = useUserRelationLookup();
  const cellLooks = useMemo(() => [selectCellClass, ...columns.map(lightCellLook)], [columns]);
  const lineAt: GetTextOnlyLine = useCallback(
    (index) => {
      const head = lines.headAt(index);
      if (head) {
        const totals = groupLooks?.lightTotals(membersOf(head.group)) ?? "";
        return { look: headLine, cells: [noText, lightHead(head.group.title, totals)] };
      }
      const shown = lines.rowAt(index);
      if (shown === undefined) return undefined;
      const { row, gone } = shown;
      const speech = { now: Date.now(), clockFor, onlookerAt };
      const selected = isSelected(row.uid);
      return {
        look: lightLooks[selected ? "selected" : "plain"][gone ? "gone" : "here"],
        cells: [
          noText,
          ...columns.map(({ light, width: [px] }) =>
            truncateTextOnlyCell(light(row, speech), (px - paddingPx) / letterPx),
          ),
        ],
      };
    },
    [lines, membersOf, groupLooks, columns, clockFor, onlookerAt],
  );
  return { cellLooks, lineAt };
}

/** Returns the text-only cell of a group header, which spans all columns. */
const lightHead = (title: string, totals: string): TextOnlyCell => [
  { text: title, look: "pl-7.5 font-semibold text-ink" },
  { text: totals, look: "font-normal whitespace-pre text-tertiary" },
];

const noText: TextOnlyCell = [{ text: "" }];
const paddingPx = 16;
/** Width in px that most letters do not exceed. */
const letterPx = 7;

// Cells have no overflow clipping and no background of their own: with four hundred cells that would be slow.
const lightCellClass = "px-2 leading-(--row) whitespace-nowrap";

function lightCellLook({ numeric }: FleetColumn, position: number): string {
  return clsx(lightCellClass, position === 0 && nameCellClass, numeric && "pr-4 text-right");
}

const headLine = `${gridLineClass} bg-surface`;
const selectedLine = `${gridLineClass} bg-selected`;
const plainLine = `${gridLineClass} bg-canvas`;
const lightLooks = {
  selected: { here: selectedLine, gone: `${selectedLine} ${goneRowClass}` },
  plain: { here: plainLine, gone: `${plainLine} ${goneRowClass}` },
} as const;
