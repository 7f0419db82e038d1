"use client";

import { Suspense, useCallback, useMemo } from "react";
import { useDisplayClockLookup } from "#components/data/address/use-clock.ts";
import { HealthMark } from "#components/data/fleet-parts/health-mark.tsx";
import { NextForcedChangeLabel } from "#components/data/fleet-parts/next-forced-change-label.tsx";
import { useUserRelationLookup } from "#components/data/session/use-user-relation.ts";
import { Link } from "#components/ui/address/link.tsx";
import { lazyComponent } from "#components/ui/lazy-component.tsx";
import { showTruncatedTitle } from "#components/ui/show-truncated-title.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import type { ColumnKey } from "#lib/fleet/fields/field-names.ts";
import { text } from "#lib/language/text.ts";
import { RowMenu } from "../actions/row-menu.tsx";
import type { FleetColumn } from "../columns/columns.tsx";
import { OperationCell, operationCellText } from "../columns/operation-cell.tsx";
import { type CellTextContext, type TextOnlyCell, truncateTextOnlyCell } from "../columns/text-only-cell.ts";
import { forcedChangeCellText, healthCellText, nameCellText } from "../columns/text-only-columns.ts";
import { KubernetesCell, kubernetesCellText } from "../columns/version-cells.tsx";
import { toggleSelected, useIsSelected } from "../selection/selection.ts";
import { GroupHead, groupTotalsText } from "./group-head.tsx";
import type { GetTextOnlyLine } from "./text-only-lines.ts";
import type { ClusterListLines } from "./use-cluster-list-lines.ts";
import { useRenderedLines, useVirtualList } from "./use-virtual-list.ts";

const StickyGroupHeader = lazyComponent(() =>
  import("./sticky-group-header.tsx").then((part) => part.StickyGroupHeader),
);

/** Heights of a card in px: the usual one, and of a card with an additional line of fields. */
const heights = { usual: 116, more: 136 };
/** Columns that every card shows. */
const onEveryCard: readonly ColumnKey[] = ["name", "health", "k8s", "op", "forceAt"];
/** Maximum number of additional fields, because no more fit into one line. */
const mostMore = 2;

interface ClusterCardsProps {
  readonly list: ClusterListLines;
  /** Columns that the user has selected; undefined if the default columns are shown. */
  readonly chosen: readonly FleetColumn[] | undefined;
}

/** List of clusters as cards, for narrow screens: the most important fields without horizontal scrolling. */
export function ClusterCards({ list, chosen }: ClusterCardsProps) {
  const more = useMemo(
    () => (chosen ?? []).filter(({ key }) => !onEveryCard.includes(key)).slice(0, mostMore),
    [chosen],
  );
  const cardHeightPx = more.length > 0 ? heights.more : heights.usual;
  const cardClass = more.length > 0 ? tallCardClass : usualCardClass;
  const window = useVirtualList();
  const { scroller, box, passing, shield } = window;
  const { lines, keyAt, membersOf, toggle } = list;
  const lineAt = usePassingCards(list, more);
  const content = { linePx: cardHeightPx, count: lines.count, keyAt, cellLooks, lineAt };
  const indexes = useRenderedLines(window, content);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls before any of its lines has something to focus.
      tabIndex={0}
      ref={scroller}
      aria-label={text("Clusters")}
      onPointerOver={showTruncatedTitle}
      className="focus-inset min-h-0 flex-1 overflow-y-auto border-t border-hairline"
    >
      {lines.groups && (
        <Suspense>
          <StickyGroupHeader
            window={window.lines}
            list={list}
            className="top-0"
            narrow
            onClose={(group, line) => {
              window.lines.reveal(line);
              toggle(group);
            }}
          />
        </Suspense>
      )}
      <div ref={box} className="relative" style={{ height: lines.count * cardHeightPx }}>
        <div ref={passing} aria-hidden className="pointer-events-none" />
        <div ref={shield} hidden className="absolute inset-0 z-15" />
        <ul>
          {indexes.map((index) => {
            const head = lines.headAt(index);
            const row = lines.rowAt(index)?.row;
            const place = {
              "aria-setsize": lines.count,
              "aria-posinset": index + 1,
              style: { transform: `translateY(${index * cardHeightPx}px)` },
            };
            if (head)
              return (
                <li key={keyAt(index)} {...place} className={`${cardClass} bg-surface!`}>
                  <button
                    type="button"
                    aria-expanded={head.expanded}
                    onClick={() => toggle(head.group)}
                    className="focus-inset -mx-4 flex flex-1 flex-col justify-center px-4 text-left"
                  >
                    <GroupHead
                      title={head.group.title}
                      expanded={head.expanded}
                      members={membersOf(head.group)}
                      form="tall"
                    />
                  </button>
                </li>
              );
            return (
              row && (
                <li key={row.uid} {...place} className={cardClass}>
                  <div className="flex items-center justify-between gap-3">
                    <span className="flex min-w-0 items-center">
                      <CardBox row={row} />
                      <Link
                        href={clusterPath(row)}
                        prefetch={false}
                        className="min-w-6 truncate py-0.5 text-base font-semibold text-ink hover:text-link"
                      >
                        {row.name}
                      </Link>
                    </span>
                    <span className="flex shrink-0 items-center gap-1 text-xs text-tertiary">
                      {row.project}
                      <RowMenu row={row} />
                    </span>
                  </div>
                  <div className="flex min-w-0 items-center justify-between gap-3">
                    <HealthMark row={row} />
                    <KubernetesCell row={row} />
                  </div>
                  <div className="flex min-h-6 min-w-0 items-center">
                    <OperationCell row={row} />
                  </div>
                  <div className="flex min-h-5 min-w-0 items-center text-xs">
                    <NextForcedChangeLabel row={row} />
                  </div>
                  {more.length > 0 && (
                    <div className="flex h-5 min-w-0 items-center gap-4 text-xs">
                      {more.map(({ key, label, cell }) => (
                        <span key={key} className="flex min-w-0 items-center gap-1.5">
                          <span className="shrink-0 text-tertiary">{label}</span>
                          {cell(row)}
                        </span>
                      ))}
                    </div>
                  )}
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const cardClasses =
  "absolute inset-x-0 top-0 flex flex-col justify-center gap-1 border-b border-hairline bg-canvas px-4 text-sm";
const usualCardClass = `${cardClasses} h-29`;
const tallCardClass = `${cardClasses} h-34`;
const cellLooks = ["h-8 leading-8", "h-5", "h-6 leading-6", "h-5", "text-xs"].map(
  (look) => `whitespace-nowrap ${look}`,
);
/** Number of characters that fit into a line of a card on a narrow screen. */
const mostLetters = 40;

/** Returns a function that yields the text-only cards shown during fast scrolling. */
function usePassingCards({ lines, membersOf }: ClusterListLines, more: readonly FleetColumn[]): GetTextOnlyLine {
  const cardClass = more.length > 0 ? tallCardClass : usualCardClass;
  const clockFor = useDisplayClockLookup();
  const onlookerAt = useUserRelationLookup();
  return useCallback(
    (index) => {
      const head = lines.headAt(index);
      if (head) {
        const title: TextOnlyCell = [{ text: head.group.title, look: "pl-5.5 font-semibold text-ink" }];
        const totals: TextOnlyCell = [{ text: groupTotalsText(membersOf(head.group)), look: "pl-5.5 text-tertiary" }];
        const cells = [title, totals].map((cell) => truncateTextOnlyCell(cell, mostLetters));
        return { look: `bg-surface! ${cardClass} contain-strict`, cells };
      }
      const row = lines.rowAt(index)?.row;
      if (row === undefined) return undefined;
      const speech = { now: Date.now(), clockFor, onlookerAt };
      const [health] = healthCellText(row);
      const [version] = kubernetesCellText(row);
      const cells: readonly TextOnlyCell[] = [
        nameCellText(row),
        [health, version],
        operationCellText(row, speech),
        forcedChangeCellText(row, speech),
        ...(more.length > 0 ? [[{ text: moreLabel(row, more, speech) }] as const] : []),
      ];
      return {
        look: `${cardClass} contain-strict`,
        cells: cells.map((cell) => truncateTextOnlyCell(cell, mostLetters)),
      };
    },
    [lines, membersOf, more, cardClass, clockFor, onlookerAt],
  );
}

function moreLabel(row: FleetRow, more: readonly FleetColumn[], speech: CellTextContext): string {
  const said = more.map(({ label, light }) => [label, ...light(row, speech).map((part) => part?.text)].join(" "));
  return said.join("   ");
}

/** Checkbox that selects a cluster on narrow screens. */
function CardBox({ row }: { readonly row: FleetRow }) {
  return (
    <label className="-my-1 -ml-2 grid size-8 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={text("Select {project}/{name}", { project: row.project, name: row.name })}
        checked={useIsSelected(row.uid)}
        onChange={() => toggleSelected(row.uid)}
        className="size-4"
      />
    </label>
  );
}
