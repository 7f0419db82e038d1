// biome-ignore-all lint/a11y/useSemanticElements: virtual rows and a combobox are ARIA widgets; native elements cannot carry them.
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on cells (roving) or in the input (active descendant), as the patterns ask.
"use client";

import { clsx } from "clsx";
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useSetting } from "#components/data/settings/device-settings.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { showTruncatedTitle } from "#components/ui/show-truncated-title.ts";
import type { SettingChoice } from "#lib/contract/setting-choices.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { text } from "#lib/language/text.ts";
import type { FleetGroup } from "#lib/view/grid/grouped-fleet.ts";
import { type FleetColumn, gridTemplateOf, minWidthOf } from "../columns/columns.tsx";
import type { useClusterPeekPanel } from "../peek/use-peek.ts";
import { selectRange, toggleRowsSelected, toggleSelected } from "../selection/selection.ts";
import { handleSelectionKey } from "../selection/selection-keys.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridRow } from "./grid-row.tsx";
import type { GroupHeaderComponents } from "./grouped-rows.tsx";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import { useTextOnlyGridLines } from "./use-text-only-grid-lines.ts";
import { useRenderedLines, useVirtualList } from "./use-virtual-list.ts";

/** Heights of the CSS variable `--row` in px. They are needed here, too, because row positions are computed. */
const rowHeightPx: Readonly<Record<SettingChoice<"density">, number>> = { compact: 32, cosy: 40, comfortable: 48 };

interface ClusterGridProps {
  readonly list: ClusterListLines;
  /** Components of the group headers; undefined if the list has no groups. */
  readonly groupLooks: GroupHeaderComponents | undefined;
  readonly columns: readonly FleetColumn[];
  readonly query: FleetQuery;
  readonly onSort: (key: FleetColumn["key"], add: boolean) => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly peek: Pick<ReturnType<typeof useClusterPeekPanel>, "toggle" | "follow">;
}

/**
 * Accessible data grid of clusters (ARIA APG) for any number of rows: one tab stop, arrow keys, and only visible rows
 * in the DOM. A grouped list is a tree grid, in which each group header is a line.
 */
export function ClusterGrid({ list, groupLooks, columns, query, onSort, onEnter, onLeave, peek }: ClusterGridProps) {
  const window = useVirtualList();
  const { lines: lineWindow, scroller, box, passing, shield } = window;
  const { lines, rows, keyAt, membersOf, toggle } = list;
  const isGrouped = lines.groups !== undefined;
  const end = useRef<HTMLDivElement>(null);
  const openPage = useOpenPage();
  const height = rowHeightPx[useSetting("density")];
  const open = (index: number) => {
    const row = lines.rowAt(index)?.row;
    if (row) openPage(clusterPath(row));
  };
  const focus = useGridFocus({ list, columns: columns.length + 1, scroller, window: lineWindow, onOpen: open });
  const focused = lines.rowAt(focus.row)?.row;
  useEffect(() => {
    if (focused && scroller.current?.contains(document.activeElement)) peek.follow(focused);
  }, [focused, peek.follow, scroller]);
  // Moves the focus between clusters, skipping group headers; from outside the grid, back to its last focused line.
  const step = (by: 1 | -1) => {
    const isInside = scroller.current?.contains(document.activeElement) === true;
    // The scroller gets the focus first: with the focus elsewhere the grid would count as left.
    if (!isInside) scroller.current?.focus({ preventScroll: true });
    const [from, beside] = isInside ? [focus.row, focus.row + by] : [Math.max(0, focus.row) - by, focus.row];
    const row = lines.nextRow(from, by) ?? Math.max(0, Math.min(lines.count - 1, beside));
    focus.focusCell({ row, column: Math.max(1, focus.column) });
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  const look = useTextOnlyGridLines(list, columns, groupLooks);
  const indexes = useRenderedLines(window, {
    ...{ linePx: height, count: lines.count, keyAt, ...look, covered: isGrouped ? 1 : 0 },
    // The focused row stays mounted; otherwise focus would move to the document's body, and arrow keys do nothing.
    kept: focus.row,
  });

  const rowsOfLines = useMemo(
    () => (isGrouped ? Array.from({ length: lines.count }, (_, line) => lines.rowAt(line)?.row) : rows),
    [isGrouped, lines, rows],
  );
  const latest = useRef({ rowsOfLines, list });
  useEffect(() => {
    latest.current = { rowsOfLines, list };
  });
  // The function must be stable: a new function would make React render every row again.
  const select = useCallback((index: number, range: boolean) => {
    const { rowsOfLines: among, list: of } = latest.current;
    const row = among[index];
    const head = of.lines.headAt(index);
    if (head) toggleRowsSelected(of.membersOf(head.group).rows);
    else if (range) selectRange(among, index);
    else if (row) toggleSelected(row.uid);
  }, []);
  // The group may contain the focused row, so the focus moves to the group's header before the group is collapsed.
  const close = (group: FleetGroup, line: number) => {
    focus.focusCell({ row: line, column: 1 });
    toggle(group);
  };

  const style: CSSProperties & Record<`--${string}`, string> = {
    "--columns": gridTemplateOf(columns),
    "--least": `${minWidthOf(columns)}px`,
  };
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        {...(isGrouped && { role: "treegrid" })}
        aria-label={text("Clusters")}
        aria-rowcount={lines.count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-readonly="true"
        tabIndex={-1}
        style={style}
        className="group/grid scrollbar-thin relative min-h-0 flex-1 overflow-auto border-t border-hairline text-sm outline-none"
        onKeyDown={(event) => {
          if (event.key === " " && !event.shiftKey && focused && event.target instanceof Element) {
            if (event.target.matches("input, button")) return;
            event.preventDefault();
            peek.toggle(focused);
          } else if (!handleSelectionKey(event, { listed: rows, rows: rowsOfLines, at: focus, select }))
            focus.onKeyDown(event);
        }}
        onPointerOver={showTruncatedTitle}
        onFocus={onEnter}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) onLeave();
        }}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && onEnter()}
        onPointerLeave={({ currentTarget, pointerType }) => {
          if (pointerType === "mouse" && !currentTarget.contains(document.activeElement)) onLeave();
        }}
      >
        <GridHeader
          rows={rows}
          columns={columns}
          sort={query.sort}
          onSort={onSort}
          tabStop={focus.row === -1 ? focus.column : -1}
        />
        {isGrouped && groupLooks && (
          <groupLooks.Sticky window={lineWindow} list={list} onClose={close} className="top-[37px]" />
        )}
        <div ref={box} role="rowgroup" className="relative min-w-(--least)" style={{ height: lines.count * height }}>
          <div ref={passing} aria-hidden className="pointer-events-none" />
          <div ref={end} aria-hidden className="pointer-events-none absolute inset-y-0 right-0 w-px" />
          {/* Rows that scroll past under the pointer get no hover; sticky heads above them do. */}
          <div ref={shield} hidden role="presentation" className="absolute inset-0 z-15" />
          {indexes.map((index) => {
            const place = {
              ...{ index, start: index * height, tabStop: focus.row === index ? focus.column : -1 },
              onFocusCell: focus.moved,
            };
            const head = lines.headAt(index);
            if (head)
              return (
                groupLooks && (
                  <groupLooks.Row
                    key={keyAt(index)}
                    {...{ ...place, ...head, members: membersOf(head.group) }}
                    groups={lines.groups?.length ?? 0}
                    columns={columns.length}
                    onToggle={toggle}
                  />
                )
              );
            const shown = lines.rowAt(index);
            const within = lines.placeInGroup(index);
            return (
              shown && (
                <GridRow
                  key={shown.row.uid}
                  {...place}
                  shown={shown}
                  columns={columns}
                  place={within?.place}
                  size={within?.size}
                  onSelect={select}
                />
              )
            );
          })}
        </div>
      </div>
      <MoreToTheRight scroller={scroller} end={end} />
    </>
  );
}

/** Placeholder of the grid, with the real column widths, while the fleet is being read. */
export function GridSkeleton({ columns }: { readonly columns: readonly FleetColumn[] }) {
  const lines = Array.from({ length: 12 }, (_, index) => index);
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-hairline" aria-hidden>
      <div className="h-9 border-b border-hairline bg-surface" />
      {/* Not animated: at this size each frame of an animation would delay reading the rows. */}
      {lines.map((line) => (
        <div
          key={line}
          className="grid h-(--row) items-center border-b border-hairline"
          style={{ gridTemplateColumns: gridTemplateOf(columns) }}
        >
          <span />
          {columns.map(({ key }, index) => (
            <span key={key} className={clsx("mx-2 h-3 rounded-tag bg-neutral-tint", index === 0 ? "w-3/5" : "w-2/5")} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface MoreToTheRightProps {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Invisible element at the right end of the widest row. */
  readonly end: RefObject<HTMLElement | null>;
}

/** Shadow at the right edge of the grid as long as it can be scrolled further to the right. */
function MoreToTheRight({ scroller, end }: MoreToTheRightProps) {
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    const root = scroller.current;
    if (root === null || end.current === null) return;
    const observer = new IntersectionObserver(([seen]) => setMore(seen?.isIntersecting === false), { root });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, end]);
  if (!isMore) return null;
  return (
    <div
      aria-hidden
      data-more
      className="pointer-events-none absolute inset-y-0 right-0 z-20 w-8 bg-linear-to-l from-ink/15 to-transparent"
    />
  );
}
