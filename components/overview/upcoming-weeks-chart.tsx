import {
  Bar,
  BarChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { forcedChangeFillColors } from "#components/data/fleet-parts/kind-look.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { deadEndKinds, forcedStepKinds } from "#lib/forecast/forced-events.ts";
import { text } from "#lib/language/text.ts";
import { clusterListPathOfRiskBar, forcedEventKindLabel } from "#lib/view/forecast/risk-histogram.ts";
import type { UpcomingWeek } from "#lib/view/overview/almanac-weeks.ts";
import { formatNumber } from "#lib/words/count.ts";

interface UpcomingWeeksChartProps {
  readonly weeks: readonly UpcomingWeek[];
  readonly query: FleetQuery;
}

const barPx = 44;

/**
 * Chart with forced changes above the line, by kind, and clusters that cannot be updated below it. Hidden from screen
 * readers, because the list of weeks below the chart has the same numbers as links.
 */
export function UpcomingWeeksChart({ weeks, query }: UpcomingWeeksChartProps) {
  const openPage = useOpenPage();
  const data = weeks.map(({ time, counts, stuck }) => ({ time, ...counts, stuck: -stuck }));
  const open = (index: number | undefined, kinds: typeof forcedStepKinds) => {
    const time = index === undefined ? undefined : weeks[index]?.time;
    if (time !== undefined) openPage(clusterListPathOfRiskBar(query, { kinds, time }));
  };
  return (
    <div aria-hidden className="h-full forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={data}
          stackOffset="sign"
          margin={{ top: 8, right: 0, bottom: 4, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis dataKey="time" hide />
          <YAxis hide domain={["dataMin", "dataMax"]} />
          <ReferenceLine y={0} stroke="var(--tertiary)" />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            content={(shown) => <WeekTooltip shown={shown} weeks={weeks} />}
          />
          {forcedStepKinds.map((kind) => (
            <Bar
              key={kind}
              dataKey={kind}
              stackId="clusters"
              maxBarSize={barPx}
              fill={forcedChangeFillColors[kind]}
              stroke="var(--canvas)"
              isAnimationActive={false}
              className="cursor-pointer"
              onClick={(_, index) => open(index, forcedStepKinds)}
            />
          ))}
          <Bar
            dataKey="stuck"
            stackId="clusters"
            maxBarSize={barPx}
            fill="var(--negative-tint)"
            stroke="var(--negative-solid)"
            strokeWidth={1.5}
            isAnimationActive={false}
            className="cursor-pointer"
            onClick={(_, index) => open(index, deadEndKinds)}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface WeekTooltipProps {
  readonly shown: Pick<TooltipContentProps, "active" | "label">;
  readonly weeks: readonly UpcomingWeek[];
}

function WeekTooltip({ shown: { active, label }, weeks }: WeekTooltipProps) {
  const week = weeks.find(({ time }) => time === label);
  if (!active || week === undefined) return null;
  const lines = [...forcedStepKinds, ...deadEndKinds].filter((kind) => week.counts[kind] > 0);
  return (
    <ChartTooltip
      lines={lines.map((kind) => ({ name: forcedEventKindLabel(kind), value: formatNumber(week.counts[kind]) }))}
    >
      {lines.length === 0 && text("Nothing forced, nothing stuck")}
    </ChartTooltip>
  );
}
