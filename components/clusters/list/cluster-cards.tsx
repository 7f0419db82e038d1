"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { useRef } from "react";
import { ForcedChange } from "#components/data/shown/forced-change.tsx";
import { HealthMark } from "#components/data/shown/health-mark.tsx";
import { RowMenu } from "../actions/row-menu.tsx";
import { clusterPath } from "../cluster-path.ts";
import { CardBox } from "../selection/card-box.tsx";
import { OperationCell } from "./operation-cell.tsx";
import type { ShownRow } from "./use-frozen-order.ts";
import { KubernetesCell } from "./version-cells.tsx";

const cardHeightPx = 116;

/** The same rows for narrow screens: what one must know of each cluster, without sideways scrolling. */
export function ClusterCards({ rows }: { readonly rows: readonly ShownRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeightPx,
    overscan: 6,
    getItemKey: (index) => rows[index]?.row.uid ?? index,
  });
  return (
    <section
      ref={scroller}
      aria-label="Clusters"
      className="focus-inset min-h-0 flex-1 overflow-y-auto border-t border-hairline"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]?.row;
          return (
            row && (
              <li
                key={key}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)`, height: cardHeightPx }}
                className="absolute inset-x-0 top-0 flex flex-col justify-center gap-1 border-b border-hairline px-4 text-sm"
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
    </section>
  );
}
