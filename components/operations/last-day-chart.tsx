import { Bar, BarChart, ResponsiveContainer, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { useClock } from "#components/data/address/use-clock.ts";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import { message, text } from "#lib/language/text.ts";
import type { OperationHour } from "#lib/view/operations/last-day.ts";
import { wallTime } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";

/** Failures at the bottom, where their heights can be compared. */
const parts = [
  { key: "failed", label: message("Failed or retrying"), fill: "var(--negative-solid)" },
  { key: "others", label: message("Not ended"), fill: "var(--info-solid)" },
  { key: "succeeded", label: message("Succeeded"), fill: "var(--positive-solid)" },
] as const;

/**
 * Operations by the hour of their last report. The card's table has the same numbers, so the chart itself is hidden from
 * assistive technology.
 */
export function LastDayChart({ hours }: { readonly hours: readonly OperationHour[] }) {
  const clock = useClock();
  const hourLabel = (fromAt: number) => wallTime(fromAt, clock)?.time ?? "";
  return (
    <div aria-hidden className="h-full forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...hours]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <XAxis
            dataKey="fromAt"
            tickFormatter={hourLabel}
            interval="preserveStartEnd"
            height={18}
            tickLine={false}
            axisLine={{ stroke: "var(--hairline)" }}
            tick={{ fill: "var(--secondary)", fontSize: 11 }}
          />
          <YAxis
            width={40}
            allowDecimals={false}
            tickFormatter={(count: number) => formatNumber(count)}
            tickLine={false}
            axisLine={false}
            tick={{ fill: "var(--secondary)", fontSize: 11 }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            content={(shown) => <HourTooltip shown={shown} hours={hours} labelOf={hourLabel} />}
          />
          {parts.map(({ key, fill }) => (
            <Bar
              key={key}
              dataKey={key}
              stackId="operations"
              fill={fill}
              stroke="var(--canvas)"
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface HourTooltipProps {
  readonly shown: Pick<TooltipContentProps, "active" | "label">;
  readonly hours: readonly OperationHour[];
  readonly labelOf: (fromAt: number) => string;
}

function HourTooltip({ shown: { active, label }, hours, labelOf }: HourTooltipProps) {
  const hour = hours.find(({ fromAt }) => fromAt === label);
  if (!active || hour === undefined) return null;
  return (
    <ChartTooltip
      title={text("From {time}", { time: labelOf(hour.fromAt) })}
      lines={parts.map(({ key, label: name }) => ({ name: text(name), value: formatNumber(hour[key]) }))}
    />
  );
}
