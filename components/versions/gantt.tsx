// biome-ignore-all lint/a11y/useSemanticElements: bars are placed by date, which the cells of a table cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid is the tab stop (roving), as the pattern asks.

import { clsx } from "clsx";
import { useRef, useState } from "react";
import { text } from "#lib/language/text.ts";
import { percentOfScale, type TimeScale } from "#lib/view/versions/time-scale.ts";
import type { VersionGroup } from "#lib/view/versions/version-groups.ts";
import { formatShortMonth } from "#lib/words/format-day.ts";
import { formatDate } from "#lib/words/format-time.ts";
import { inlineStageLabel } from "#lib/words/version-stage.ts";
import { GanttRow, GroupHeader, ganttColumnsClass, MissingMinorRow } from "./gantt-rows.tsx";
import { ClassificationLegendSample } from "./stage-bar.tsx";
import { useGridCells } from "./use-grid-cells.ts";
import type { VersionRowContext } from "./version-row-context.ts";

/** Number of rows above which all minor versions are collapsed at first. */
const mostOpenRows = 60;

interface GanttProps {
  readonly label: string;
  readonly groups: readonly VersionGroup[];
  readonly context: VersionRowContext;
}

/** Gantt chart of versions: a grid with a row for each version and a cell for each of its classifications. */
export function Gantt({ label, groups, context }: GanttProps) {
  const grid = useRef<HTMLDivElement>(null);
  const keys = useGridCells(grid);
  const mostUsed = Math.max(1, ...groups.flatMap(({ rows }) => rows.map(({ clusters }) => clusters)));
  const isLong = groups.reduce((sum, { rows }) => sum + rows.length, 0) > mostOpenRows;
  // Groups that the user toggled from the default: collapsed in a long list, expanded in a short one.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const turn = (key: string) =>
    setTurned((held) => new Set(held.has(key) ? [...held].filter((other) => other !== key) : [...held, key]));
  return (
    <div className="scrollbar-thin relative overflow-x-auto rounded-card border border-hairline">
      <div ref={grid} role="grid" aria-label={label} className="min-w-[66rem]" {...keys}>
        <GanttHeader context={context} />
        {groups.map((group) => {
          const folded = isLong !== turned.has(group.key);
          return (
            <div key={group.key} role="rowgroup">
              {group.gaps.map((gap) => (
                <MissingMinorRow key={gap.profile} gap={gap} context={context} />
              ))}
              {group.rows.length > 0 && <GroupHeader group={group} folded={folded} onFold={turn} context={context} />}
              {!folded &&
                group.rows.map((row) => <GanttRow key={row.id} row={row} mostUsed={mostUsed} context={context} />)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function GanttHeader({ context: { scale, time } }: { readonly context: VersionRowContext }) {
  const head = "flex items-center text-xs font-medium text-secondary";
  return (
    <div role="row" className={clsx(ganttColumnsClass, "min-h-11 border-b border-hairline")}>
      <div role="columnheader" className={clsx(head, "pl-7")}>
        {text("Version")}
      </div>
      <div role="columnheader" className="relative text-xs text-secondary">
        <span className="sr-only">{text("Stages over time")}</span>
        <span aria-hidden>
          {scale.ticks.map((at) => (
            <span
              key={at}
              className="absolute bottom-1 border-l border-hairline pl-1 whitespace-nowrap"
              style={{ insetInlineStart: `${percentOfScale(scale, at)}%` }}
            >
              {isLabelled(at, scale) && tickLabel(at)}
            </span>
          ))}
          <span
            className="absolute top-0.5 -translate-x-1/2 font-medium whitespace-nowrap text-ink"
            title={formatDate(time.nowAt, time.clock)}
            style={{ insetInlineStart: `${percentOfScale(scale, time.nowAt)}%` }}
          >
            {text("Today")}
          </span>
        </span>
      </div>
      {[text("Expires (UTC)"), text("Used by"), text("Would be updated to")].map((title, place) => (
        <div key={title} role="columnheader" className={clsx(head, place === 1 && "justify-end")}>
          {title}
        </div>
      ))}
      <div role="columnheader" className={head}>
        <span className="sr-only">{text("Actions")}</span>
      </div>
    </div>
  );
}

/** Whether the label of a tick fits between it and the end of the scale, beside which the next column begins. */
function isLabelled(at: number, { ticks, untilAt }: TimeScale): boolean {
  const [first = at, second = untilAt] = ticks;
  return untilAt - at >= second - first;
}

/** Month as `Nov`; January as its year, short enough for the month's room: `’27`. */
function tickLabel(at: number): string {
  const date = new Date(at);
  return date.getUTCMonth() === 0 ? `’${date.toISOString().slice(2, 4)}` : formatShortMonth(at);
}

const legend = ["preview", "supported", "deprecated", "expired", "unclassified", "unavailable"] as const;

export function GanttLegend() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-secondary">
      <ul aria-label={text("Stages")} className="flex flex-wrap gap-x-4 gap-y-1.5">
        {legend.map((stage) => (
          <li key={stage} className="flex items-center gap-1.5">
            <ClassificationLegendSample stage={stage} />
            {inlineStageLabel(stage)}
          </li>
        ))}
      </ul>
      <p>{text("Dots: start date not in the profile. Arrow: no end date.")}</p>
    </div>
  );
}
