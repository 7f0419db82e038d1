import { clsx } from "clsx";
import { ArrowUp, ArrowUpFromLine, OctagonX } from "lucide-react";
import { type Hue, hueFillClasses, hueSolidTextClasses } from "#components/ui/hue-classes.ts";
import { text } from "#lib/language/text.ts";
import { urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import type { ForecastRow } from "#lib/view/upcoming-versions/forecast-rows.ts";
import { percentInSpan, type UpcomingVersionsSpan } from "#lib/view/upcoming-versions/forecast-stretches.ts";
import { placeLabels } from "#lib/view/upcoming-versions/place-labels.ts";
import { forecastRowLabel } from "#lib/view/upcoming-versions/step-label.ts";
import { urgencyHues } from "#lib/words/dead-end-labels.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { blockedUpdateOfRow } from "./hop-cells.tsx";

/** A mark in the chart: a version change or a blocked update, and the id of its row in the table. */
export interface UpcomingVersionsMark {
  readonly row: ForecastRow;
  readonly id: string;
}

interface LadderMarksProps {
  /** Name of the component whose marks are shown. */
  readonly of: string;
  readonly marks: readonly UpcomingVersionsMark[];
  readonly span: UpcomingVersionsSpan;
  readonly width: number | undefined;
  readonly speech: TimeContext;
}

/** Width in px of the chart below which the labels are stacked. */
const leastPlacedPx = 480;
const linePx = 24;
const glyphPx = 6.1;
const iconPx = 22;
const leastMarkPx = 3;

/** Marks of one component in the chart. Their labels are links to the table rows with the reasons. */
export function UpcomingVersionsMarks({ of, marks, span, width, speech }: LadderMarksProps) {
  if (marks.length === 0) return null;
  const labels = marks.map(({ row }) => forecastRowLabel(row, speech));
  const places = marks.map(({ row }) => percentInSpan(span, Math.max(row.at, span.nowAt)));
  const placed =
    width === undefined || width < leastPlacedPx
      ? undefined
      : placeLabels(
          labels.map((label, index) => ({
            atPx: ((places[index] ?? 0) / 100) * width,
            widthPx: Math.min(width, label.length * glyphPx + iconPx),
          })),
          width,
        );
  const lines = placed && Math.max(...placed.map(({ line }) => line)) + 1;
  return (
    <div className="relative">
      {marks.map(({ row, id }, index) => (
        <MarkLine
          key={id}
          row={row}
          role={roleOf(row, speech.now)}
          left={places[index] ?? 0}
          widthPx={spreadPx(row, span, width)}
          downPx={placed ? (placed[index]?.line ?? 0) * linePx + 4 : 0}
        />
      ))}
      <ol
        aria-label={text("Steps of {of}", { of })}
        className={clsx("text-xs", !placed && "flex flex-col pb-1")}
        {...(lines && { style: { height: lines * linePx } })}
      >
        {marks.map(({ row, id }, index) => (
          <li
            key={id}
            className={clsx(placed && "absolute")}
            style={placed && { left: placed[index]?.leftPx, top: (placed[index]?.line ?? 0) * linePx }}
          >
            <a
              href={`#${id}`}
              className={clsx(
                "flex min-h-6 max-w-full items-center gap-1 rounded-tag bg-canvas px-1 text-ink hover:underline",
                placed && "whitespace-nowrap",
                row.change === "gone" && "text-tertiary line-through",
              )}
            >
              <MarkIcon row={row} role={roleOf(row, speech.now)} />
              {labels[index]}
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

function roleOf(row: ForecastRow, now: number): Hue {
  if (row.kind !== "hop") return urgencyHues[urgencyOf(blockedUpdateOfRow(row), now)];
  return row.hop.kind === "forced" ? "caution" : "info";
}

/** Returns the width in px of the period in which the version change will happen. */
function spreadPx(row: ForecastRow, { fromAt, untilAt }: UpcomingVersionsSpan, width = 0): number {
  const end = row.kind === "hop" ? row.hop.latestAt : blockedUpdateOfRow(row).byAt;
  const spread = end === undefined ? 0 : ((end - row.at) / (untilAt - fromAt)) * width;
  return Math.max(leastMarkPx, spread);
}

interface MarkLineProps {
  readonly row: ForecastRow;
  readonly role: Hue;
  /** Horizontal position in percent. */
  readonly left: number;
  readonly widthPx: number;
  /** Vertical distance from the mark to its label, in px. */
  readonly downPx: number;
}

/** Vertical line from a mark through the bar down to its label; a blocked update has a cap on top. */
function MarkLine({ row, role, left, widthPx, downPx }: MarkLineProps) {
  if (row.change === "gone") return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -top-6"
      style={{ left: `${left}%`, height: 24 + downPx, width: widthPx }}
    >
      <span className={clsx("absolute inset-x-0 top-0 h-6 forced-colors:bg-[CanvasText]", hueFillClasses[role])} />
      {row.kind !== "hop" && (
        <span className={clsx("absolute -left-1 top-0 h-1 w-3 forced-colors:bg-[CanvasText]", hueFillClasses[role])} />
      )}
      <span
        className={clsx("absolute bottom-0 left-0 w-px opacity-50", hueFillClasses[role])}
        style={{ height: downPx }}
      />
    </span>
  );
}

function MarkIcon({ row, role }: { readonly row: ForecastRow; readonly role: Hue }) {
  const look = clsx("size-3.5 shrink-0", hueSolidTextClasses[role]);
  if (row.kind !== "hop") return <OctagonX aria-hidden className={look} />;
  return row.hop.kind === "forced" ? (
    <ArrowUpFromLine aria-hidden className={look} />
  ) : (
    <ArrowUp aria-hidden className={look} />
  );
}
