import { Bar, BarChart, ResponsiveContainer, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { useDisplayClock } from "#components/data/address/use-clock.ts";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import { message, text } from "#lib/language/text.ts";
import type { OperationHour } from "#lib/view/operations/last-day-operations.ts";
import { wallClockTimeOf } from "#lib/words/clock.ts";
import { formatNumber } from "#lib/words/count.ts";

/** Segments of a bar. Failures are at the bottom, where their heights are easy to compare. */
const parts = [
  { key: "failed", label: message("Failed or retrying"), fill: "var(--negative-solid)" },
  { key: "others", label: message("Not ended"), fill: "var(--info-solid)" },
  { key: "succeeded", label: message("Succeeded"), fill: "var(--positive-solid)" },
] as const;

/** Every third bar is labelled, counted from the present hour, so that the labels also fit on a phone. */
const labelledEvery = 3;

/**
 * Chart of operations by the hour of their last report. Hidden from screen readers, because the table on the same card
 * has the same numbers.
 */
export function LastDayOperationsChart({ hours }: { readonly hours: readonly OperationHour[] }) {
  const clock = useDisplayClock();
  const hourLabel = (fromAt: number) => wallClockTimeOf(fromAt, clock)?.time ?? "";
  return (
    <div aria-hidden className="h-full forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...hours]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <XAxis
            dataKey="fromAt"
            ticks={hours
              .filter((_, index) => (hours.length - 1 - index) % labelledEvery === 0)
              .map(({ fromAt }) => fromAt)}
            tickFormatter={hourLabel}
            interval={0}
            height={18}
            tickLine={false}
            axisLine={{ stroke: "var(--hairline)" }}
            tick={{ fill: "var(--secondary)", fontSize: 11 }}
          />
          <YAxis
            width={40}
            allowDecimals={false}
            tickCount={3}
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
