"use client";

import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from "recharts";
import type { LadderLane, LadderSpan } from "#lib/view/ladder/ladder-lane.ts";
import { formatTick } from "#lib/view/ladder/ladder-ticks.ts";
import type { Clock } from "#lib/words/clock.ts";
import { LadderDrawing } from "./ladder-drawing.tsx";

export interface LadderChartProps {
  readonly lane: LadderLane;
  /** The lane as things stand, drawn beneath while something is tried out. */
  readonly before?: LadderLane | undefined;
  readonly span: LadderSpan;
  readonly ticks: readonly number[];
  readonly clock: Clock;
  readonly heightPx: number;
}

const axisText = { fill: "var(--tertiary)", fontSize: 12 } as const;

/** One lane over time: the versions stand on the upright axis in their order. The table beneath tells the same in words. */
export function LadderChart({ lane, before, span, ticks, clock, heightPx }: LadderChartProps) {
  const { versions } = lane;
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <LineChart
        data={[
          { at: span.fromAt, level: 0 },
          { at: span.untilAt, level: versions.length - 1 },
        ]}
        margin={{ top: 14, right: 20, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--hairline)" />
        <XAxis
          dataKey="at"
          type="number"
          domain={[span.fromAt, span.untilAt]}
          allowDataOverflow
          ticks={[...ticks]}
          tickFormatter={(at: number) => formatTick(at, span, clock)}
          tick={axisText}
          stroke="var(--control)"
          tickLine={false}
          height={24}
          minTickGap={12}
        />
        <YAxis
          dataKey="level"
          type="number"
          allowDataOverflow
          domain={[-0.5, Math.max(0.5, versions.length - 0.5)]}
          ticks={versions.map((_, level) => level)}
          interval={0}
          allowDecimals={false}
          tickFormatter={(level: number) => versions[level] || "not said"}
          tick={{ ...axisText, fontFamily: "var(--font-mono)", fontSize: 11 }}
          stroke="var(--control)"
          tickLine={false}
          width={104}
        />
        {/* The axes want a series; the drawing itself has bands and caps that a line cannot have. */}
        <Line dataKey="level" stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
        {before && <LadderDrawing lane={before} faded />}
        <LadderDrawing lane={lane} />
      </LineChart>
    </ResponsiveContainer>
  );
}
