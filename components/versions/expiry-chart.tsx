import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import { ChartTooltip } from "#components/ui/chart-tooltip.tsx";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { type ComparedEnd, daysAheadOf, describeComparedEnd, type EndScale } from "#lib/view/versions/compared-ends.ts";
import { utcClock, wallClockTimeOf } from "#lib/words/clock.ts";
import { expiryHandleInset } from "./expiry-handle.tsx";

interface ExpiryChartProps {
  readonly scale: EndScale;
  /** Compared ends in the order of their dates. */
  readonly ends: readonly ComparedEnd[];
  /** The chosen end and the one it is compared with, in epoch milliseconds; undefined for none. */
  readonly chosen: number | undefined;
  readonly from: number | undefined;
  readonly onChoose: (endsAt: number) => void;
}

/** Steps, because a slope would show numbers that no end was counted to have. */
const curve = {
  type: "stepAfter",
  isAnimationActive: false,
  strokeWidth: 2,
  dot: { r: 3, strokeDasharray: "" },
} as const;

/**
 * Chart of the clusters that are forced, stuck and freed, by the last day of the version: a dot for each compared end,
 * and a step to the next. Its width has the scale of the sliders below it. Hidden from screen readers, because the table
 * on the same card has the same numbers.
 */
export function ExpiryChart({ scale, ends, chosen, from, onChoose }: ExpiryChartProps) {
  const data = ends
    .map((end) => ({ ...end, freed: end.shifts?.freed, day: daysAheadOf(end.at, scale) }))
    .filter(({ day }) => day >= 0 && day <= scale.days);
  const dayOf = (at: number | undefined) => (at === undefined ? undefined : daysAheadOf(at, scale));
  const [chosenDay, fromDay] = [dayOf(chosen), dayOf(from)];
  return (
    <div aria-hidden className="h-full cursor-pointer forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={data}
          margin={{ top: 8, right: expiryHandleInset, bottom: 0, left: expiryHandleInset }}
          accessibilityLayer={false}
          onClick={({ activeLabel }) => {
            const end = data.find(({ day }) => day === Number(activeLabel));
            if (end !== undefined) onChoose(end.at);
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--hairline)" />
          <XAxis
            type="number"
            dataKey="day"
            domain={[0, scale.days]}
            // A label near the left edge would be cut.
            ticks={data.map(({ day }) => day).filter((day) => day > scale.days / 20)}
            interval="equidistantPreserveStart"
            height={18}
            tickLine={false}
            axisLine={{ stroke: "var(--tertiary)" }}
            tick={{ fill: "var(--secondary)", fontSize: 11 }}
            tickFormatter={(day: number) => dayLabel((scale.today + day) * dayMs)}
          />
          <YAxis
            allowDecimals={false}
            orientation="right"
            mirror
            width={28}
            tickLine={false}
            axisLine={false}
            tick={{ fill: "var(--tertiary)", fontSize: 11, dy: -6 }}
          />
          {fromDay !== undefined && <ReferenceLine x={fromDay} stroke="var(--secondary)" strokeDasharray="3 2" />}
          {chosenDay !== undefined && <ReferenceLine x={chosenDay} stroke="var(--link)" strokeWidth={2} />}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--tertiary)" }}
            content={(shown) => <EndTooltip shown={shown} ends={data} />}
          />
          <Line {...curve} dataKey="forced" stroke="var(--caution-solid)" />
          <Line {...curve} dataKey="freed" stroke="var(--positive-solid)" strokeDasharray="5 3" />
          <Line {...curve} dataKey="stuck" stroke="var(--negative-solid)" strokeWidth={3} />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

function dayLabel(at: number): string {
  const { day = "", month = "" } = wallClockTimeOf(at, utcClock) ?? {};
  return text("{day} {month}", { day, month });
}

interface EndTooltipProps {
  readonly shown: Pick<TooltipContentProps, "active" | "label">;
  readonly ends: readonly (ComparedEnd & { readonly day: number })[];
}

function EndTooltip({ shown: { active, label }, ends }: EndTooltipProps) {
  const end = ends.find(({ day }) => day === Number(label));
  return active && end !== undefined ? <ChartTooltip title={describeComparedEnd(end)} /> : null;
}
