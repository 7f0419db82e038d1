"use client";

import { useCallback } from "react";
import { useClocks } from "#components/data/address/use-clock.ts";
import { useOnlookerAt } from "#components/data/session/use-onlooker.ts";
import { ForcedChange } from "#components/data/shown/forced-change.tsx";
import { HealthMark } from "#components/data/shown/health-mark.tsx";
import { Link } from "#components/ui/address/link.tsx";
import { tellWhole } from "#components/ui/tell-whole.ts";
import { RowMenu } from "../actions/row-menu.tsx";
import { clusterPath } from "../cluster-path.ts";
import { CardBox } from "../selection/card-box.tsx";
import { lightForced, lightHealth, lightName } from "./light-cells.ts";
import { fitted, type LightCell } from "./light-text.ts";
import { lightOperation, OperationCell } from "./operation-cell.tsx";
import type { LightLineAt } from "./passing-lines.ts";
import type { ShownRow } from "./use-frozen-order.ts";
import { useLineWindow, usePaintedLines } from "./use-line-window.ts";
import { KubernetesCell, lightKubernetes } from "./version-cells.tsx";

const cardHeightPx = 116;

/** The same rows for narrow screens: what one must know of each cluster, without sideways scrolling. */
export function ClusterCards({ rows }: { readonly rows: readonly ShownRow[] }) {
  const window = useLineWindow();
  const { scroller, box, passing, shield } = window;
  const lineAt = usePassingCards(rows);
  const keyAt = useCallback((index: number) => rows[index]?.row.uid, [rows]);
  const content = { linePx: cardHeightPx, count: rows.length, keyAt, cellLooks, lineAt };
  const indexes = usePaintedLines(window, content);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls before any of its lines has something to focus.
      tabIndex={0}
      ref={scroller}
      aria-label="Clusters"
      onPointerOver={tellWhole}
      className="focus-inset min-h-0 flex-1 overflow-y-auto border-t border-hairline"
    >
      <div ref={box} className="relative" style={{ height: rows.length * cardHeightPx }}>
        <div ref={passing} aria-hidden className="pointer-events-none" />
        <div ref={shield} hidden className="absolute inset-0 z-20" />
        <ul>
          {indexes.map((index) => {
            const row = rows[index]?.row;
            return (
              row && (
                <li
                  key={row.uid}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${index * cardHeightPx}px)` }}
                  className={cardClass}
                >
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
                    <ForcedChange row={row} />
                  </div>
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const cardClass =
  "absolute inset-x-0 top-0 flex h-29 flex-col justify-center gap-1 border-b border-hairline bg-canvas px-4 text-sm";
const cellLooks = ["h-8 leading-8", "h-5", "h-6 leading-6", "h-5"].map((look) => `whitespace-nowrap ${look}`);
/** What fits into a card of a narrow screen. */
const mostLetters = 40;

/** The cards as they pass by. */
function usePassingCards(rows: readonly ShownRow[]): LightLineAt {
  const clockFor = useClocks();
  const onlookerAt = useOnlookerAt();
  return useCallback(
    (index) => {
      const row = rows[index]?.row;
      if (row === undefined) return undefined;
      const speech = { now: Date.now(), clockFor, onlookerAt };
      const [health] = lightHealth(row);
      const [version] = lightKubernetes(row);
      const cells: readonly LightCell[] = [
        lightName(row),
        [health, version],
        lightOperation(row, speech),
        lightForced(row, speech),
      ];
      return { look: `${cardClass} contain-strict`, cells: cells.map((cell) => fitted(cell, mostLetters)) };
    },
    [rows, clockFor, onlookerAt],
  );
}
