// biome-ignore-all lint/a11y/useSemanticElements: bars are placed by date, which the cells of a table cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid is the tab stop (roving), as the pattern asks.
import { clsx } from "clsx";
import { type TimeScale, type VersionBar, versionBarOf } from "#lib/view/versions/time-scale.ts";
import { describeSegment, stageLetter, type VersionTimeContext } from "#lib/view/versions/version-labels.ts";
import type { VersionRow } from "#lib/view/versions/version-rows.ts";
import styles from "./bars.module.css";

function barClass(stage: string, { start, end }: VersionBar): string {
  return clsx(
    styles.bar,
    styles[stage] ?? styles.unknown,
    start === "unknown" && styles.startUnknown,
    end === "open" && styles.endOpen,
    end === "after" && styles.runsOn,
  );
}

interface StageBarsProps {
  readonly row: VersionRow;
  readonly scale: TimeScale;
  readonly time: VersionTimeContext;
}

/** Classifications of a version over time as cells; those outside the time range are for screen readers only. */
export function ClassificationBars({ row, scale, time }: StageBarsProps) {
  return row.life.map((segment, index) => {
    const bar = versionBarOf(scale, segment);
    const words = describeSegment(row, index, time);
    const key = `${segment.stage} ${segment.startsAt ?? "?"}`;
    // A classification outside of the time range has no bar and is no tab stop.
    if (bar === undefined) return null;
    return (
      <div
        key={key}
        role="gridcell"
        data-cell
        data-graphic
        tabIndex={-1}
        title={words}
        aria-label={words}
        className={clsx(barClass(segment.stage, bar), "focus-visible:z-10")}
        // A gap of two pixels between bars. A bar without an end needs room for its arrow.
        style={{
          insetInlineStart: `${bar.left}%`,
          inlineSize: `calc(${bar.width}% - ${bar.end === "open" ? 12 : 2}px)`,
        }}
      >
        {bar.width > (bar.start === "unknown" ? 10 : 2.5) && (
          <span aria-hidden className={styles.letter}>
            {stageLetter(segment.stage)}
          </span>
        )}
      </div>
    );
  });
}

/** Sample of a classification's fill pattern, for the legend. */
export function ClassificationLegendSample({ stage }: { readonly stage: string }) {
  return (
    <span aria-hidden className="relative inline-block h-5 w-7 align-middle">
      <span data-graphic className={clsx(styles.bar, styles[stage] ?? styles.unknown)} style={{ insetInline: 0 }}>
        <span className={styles.letter}>{stageLetter(stage)}</span>
      </span>
    </span>
  );
}

export function TodayLine({ left }: { readonly left: number }) {
  return <span aria-hidden className={styles.today} style={{ insetInlineStart: `${left}%` }} />;
}
