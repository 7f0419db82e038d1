import {
  Bar,
  BarChart,
  LabelList,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { forcedChangeFillColors } from "#components/data/fleet-parts/kind-look.ts";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { type ComparedEnd, describeComparedEnd } from "#lib/view/versions/compared-ends.ts";
import { utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";

interface ExpiryChartProps {
  readonly ends: readonly ComparedEnd[];
  /** Expiration date in the CloudProfile, and below it the chosen one, in epoch milliseconds; undefined for none. */
  readonly written: number | undefined;
  readonly chosen: number | undefined;
  readonly onChoose: (endsAt: number) => void;
}

/**
 * Chart with one bar for each possible expiration date: clusters forced to update above the line, clusters that cannot
 * be updated below it. Hidden from screen readers, because the table on the same card has the same numbers.
 */
export function ExpiryChart({ ends, written, chosen, onChoose }: ExpiryChartProps) {
  const data = ends.map(({ at, forced, stuck }) => ({
    ...{ at, forced, stuck: -stuck },
    ...{ forcedLabel: countLabel(forced), stuckLabel: countLabel(stuck) },
  }));
  const [first = 0, last = 0] = [ends[0]?.at, ends.at(-1)?.at];
  const isWithin = (at: number | undefined): at is number =>
    at !== undefined && at >= first - 16 * dayMs && at <= last + 16 * dayMs;
  const choose = (index: number | undefined) => {
    const end = index === undefined ? undefined : ends[index];
    if (end !== undefined) onChoose(end.at);
  };
  return (
    <div aria-hidden className="h-full forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={data}
          stackOffset="sign"
          margin={{ top: 8, right: 4, bottom: 0, left: 4 }}
          accessibilityLayer={false}
        >
          <XAxis
            type="number"
            dataKey="at"
            domain={[first - 16 * dayMs, last + 16 * dayMs]}
            ticks={ends.map(({ at }) => at)}
            interval="preserveStartEnd"
            height={18}
            tickLine={false}
            axisLine={false}
            tick={{ fill: "var(--secondary)", fontSize: 11 }}
            tickFormatter={monthLabel}
          />
          {/* Leaves room for the numbers at the ends of the bars. */}
          <YAxis hide domain={[(least: number) => least * 1.25, (most: number) => most * 1.25]} />
          <ReferenceLine y={0} stroke="var(--tertiary)" />
          {isWithin(written) && <ReferenceLine x={written} stroke="var(--secondary)" strokeDasharray="3 2" />}
          {isWithin(chosen) && chosen !== written && <ReferenceLine x={chosen} stroke="var(--link)" strokeWidth={2} />}
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            content={(shown) => <EndTooltip shown={shown} ends={ends} />}
          />
          <Bar
            dataKey="forced"
            stackId="clusters"
            barSize={28}
            fill={forcedChangeFillColors.minor}
            isAnimationActive={false}
            className="cursor-pointer"
            onClick={(_, index) => choose(index)}
          >
            <LabelList dataKey="forcedLabel" position="top" fill="var(--ink)" fontSize={11} />
          </Bar>
          <Bar
            dataKey="stuck"
            stackId="clusters"
            barSize={28}
            fill="var(--negative-tint)"
            stroke="var(--negative-solid)"
            strokeWidth={1.5}
            isAnimationActive={false}
            className="cursor-pointer"
            onClick={(_, index) => choose(index)}
          >
            <LabelList dataKey="stuckLabel" position="top" fill="var(--negative-text)" fontSize={11} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Returns the number above a bar; empty if there is no bar. */
const countLabel = (count: number) => (count === 0 ? "" : formatNumber(count));

function monthLabel(at: number): string {
  const { day = "", month = "" } = wallClockTimeOf(at, utcClock) ?? {};
  return text("{day} {month}", { day, month });
}

interface EndTooltipProps {
  readonly shown: Pick<TooltipContentProps, "active" | "label">;
  readonly ends: readonly ComparedEnd[];
}

function EndTooltip({ shown: { active, label }, ends }: EndTooltipProps) {
  const end = ends.find(({ at }) => at === label);
  return active && end !== undefined ? <ChartTooltip title={describeComparedEnd(end)} /> : null;
}
